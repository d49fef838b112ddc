// SPDX-License-Identifier: Apache-2.0
#include "sim/config/require_memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>

namespace isobar {
namespace {

/// The Liquid kernels hold loads and transfers in the width that they need, mostly 1 and 2 bytes:
/// on a torus of two dimensions 8 bytes (docs/performance.md). Other schemes are interpreted, with
/// counters of 64 bits.
double bytes_at_steps(const Draft& draft) {
  const auto& fabric = draft.experiment().fabric;
  const bool has_kernel = fabric.closed() && boost::starts_with(draft.scheme.entry->name, "lm-c");
  return has_kernel ? 2.0 + 3.0 * fabric.dimensions() : 24.0 + 68.0 * fabric.degree();
}

void require(const Draft& draft, double a_pe) {
  constexpr double gibibyte = 1024.0 * 1024 * 1024;
  const auto pes = draft.experiment().fabric.pes();
  const double needed = a_pe * pes / gibibyte;
  const double there = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                       static_cast<double>(sysconf(_SC_PAGESIZE)) / gibibyte;
  if (needed <= there) return;
  draft.reject("fabric",
               fmt::format("{} PEs need about {:.0f} GiB of memory at level {}, this machine has "
                           "{:.0f}",
                           pes, needed, level_name(draft.level), there));
}

}  // namespace

void require_memory(const Draft& draft) {
  require(draft, draft.level == Level::steps ? bytes_at_steps(draft) : 3000.0);
}

/// The queue of the RTL, rows of the scoreboard, lines as long as the latency.
void require_rtl_memory(const Draft& draft) {
  constexpr double bytes = 1.0 / 8;
  constexpr double rows = 256;
  const auto& parameters = draft.rtl->parameters;
  const auto lines =
      static_cast<double>(parameters.ports()) * static_cast<double>(parameters.max_lanes()) * bytes;
  Cycle latency = 1;
  for (const auto& ring : parameters.rings) latency = std::max(latency, ring.link.latency);
  const auto task = static_cast<double>(parameters.task_bits) * bytes;
  require(draft, 20'000.0 + static_cast<double>(parameters.depth) * (task + 8) +
                     rows * (150 + 3 * task + lines) +
                     2 * static_cast<double>(latency) * (lines + 16));
}

}  // namespace isobar
