// SPDX-License-Identifier: Apache-2.0
#include "tb/pins/pin_widths.h"

#include <fmt/format.h>

#include <map>
#include <string>

#include "models/bits.h"
#include "models/errors.h"

namespace isobar {
namespace {

struct Width {
  std::size_t bits;
  std::string why;
};

/// The widths of all pins that have more than one bit.
std::map<std::string, Width> widths(const RtlParameters& p) {
  const auto ports = p.ports();
  const auto lanes = static_cast<std::size_t>(p.max_lanes());
  const auto task = static_cast<std::size_t>(p.task_bits);
  const Width by_port{ports, fmt::format("{} ports", ports)};
  const Width by_lane{ports * lanes, fmt::format("{} ports of {} lanes", ports, lanes)};
  const Width counters{ports * rtl_counter_bits,
                       fmt::format("{} ports of {} bits", ports, rtl_counter_bits)};
  const Width task_wide{task, "a task's bits"};
  return {
      {"valid_o", by_port},
      {"valid_i", by_port},
      {"line_o", by_lane},
      {"line_i", by_lane},
      {"sink_tdata_i", task_wide},
      {"source_tdata_o", task_wide},
      {"transfer_cycles_o", counters},
      {"word_cycles_o", counters},
      {"setup_cycles_o", counters},
      {"error_o", {3, "three errors"}},
      {"obs_dimension_o",
       {static_cast<std::size_t>(bits_for(p.rings.size())),
        fmt::format("{} dimensions", p.rings.size())}},
      {"obs_cycle_o", {static_cast<std::size_t>(p.count_bits()), "the cycles of a slot"}},
      {"obs_part_o", {2, "four parts of a slot"}},
      {"obs_load_o", {static_cast<std::size_t>(p.load_bits), "a load's bits"}},
      {"obs_head_o", task_wide},
      {"obs_transfer_start_o", by_port},
      {"obs_transfer_end_o", by_port},
      {"obs_landed_o", task_wide},
  };
}

}  // namespace

void require_widths(Node node, const PinSet& pins, const RtlParameters& parameters) {
  const auto needed = widths(parameters);
  for (const auto* pin : pins.pins()) {
    const auto found = needed.find(pin->short_name());
    const auto& [bits, why] = found != needed.end() ? found->second : Width{1, "one bit"};
    if (pin->bits() == bits) continue;
    throw ValueError(fmt::format("PE {}: pin {} is {} bits wide; the experiment needs {}: {}", node,
                                 pin->full_name(), pin->bits(), bits, why));
  }
}

}  // namespace isobar
