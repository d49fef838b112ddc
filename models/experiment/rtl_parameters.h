// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/schemes/synchronous/condition.h"

namespace isobar {

/// A link as the RTL builds it: beats of `lanes` bits, each on the line for `cycles_per_bit`
/// cycles. Bandwidth/clock = lanes/cycles_per_bit.
struct RtlLink {
  std::int64_t lanes = 1;
  std::int64_t cycles_per_bit = 1;
  Cycle setup = 0;
  Cycle latency = 1;

  std::int64_t beats(std::int64_t bits) const { return (bits + lanes - 1) / lanes; }
};

/// What one ring of the RTL's fabric is. Dimensions of radix 1 have none.
struct RtlRing {
  unsigned dimension = 1;  ///< the fabric's
  std::uint32_t radix = 2;
  RtlLink link;
};

/// The parameters of the RTL (rtl/isobar_pe.sv, rtl/isobar_fabric.sv), all from an experiment.
struct RtlParameters {
  /// `lanes`, by dimension − 1, asks for more lanes than bandwidth/clock in lowest terms has; 0 or
  /// a missing one leaves it at that. Throws ValueError for what the RTL cannot realise: another
  /// scheme than Liquid, no ring, a bandwidth that no whole lanes give, sizes beyond its counters.
  static RtlParameters of(const Experiment& experiment,
                          const std::vector<std::int64_t>& lanes = {});

  Condition condition = Condition::c5;
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  std::int64_t depth = 16;
  std::vector<RtlRing> rings;

  /// A PE of the RTL has two ports a ring; at radix 2 only the first is used.
  std::size_t ports() const { return 2 * rings.size(); }
  /// Where the fabric's port is among them.
  std::size_t port(const Port& port) const;
  std::int64_t max_lanes() const;
  /// Bits of the counters within a slot.
  std::int64_t count_bits() const;
};

/// Bits of the RTL's link counters; they wrap.
inline constexpr unsigned rtl_counter_bits = 32;

}  // namespace isobar
