// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/experiment/queue_memory.h"
#include "models/schemes/contract/condition.h"

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

/// The rings of one dimension of the RTL's fabric. Dimensions of radix 1 have none.
struct RtlRing {
  unsigned dimension = 1;  ///< the fabric's
  std::uint32_t radix = 2;
  RtlLink link;
};

/// The parameters of the RTL (rtl/shared/isobar_parameters.svh, rtl/liquid/isobar_pe.sv and
/// isobar_fabric.sv), all of which follow from an experiment.
struct RtlParameters {
  /// `lanes`, by dimension − 1, asks for more lanes than bandwidth/clock has in lowest terms; a
  /// missing element or 0 leaves that number. Throws ValueError for what the RTL cannot realise:
  /// another scheme than Liquid, no ring, a bandwidth that no whole number of lanes gives, sizes
  /// beyond its counters.
  static RtlParameters of(const Experiment& experiment,
                          const std::vector<std::int64_t>& lanes = {});

  Condition condition = Condition::c5;
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  std::int64_t depth = 16;
  QueueMemory queue_memory = QueueMemory::block_ram;
  std::vector<RtlRing> rings;

  /// A PE of the RTL has two ports a ring; at radix 2 only the first is used.
  std::size_t ports() const { return 2 * rings.size(); }
  /// The RTL's port that corresponds to a port of the fabric.
  std::size_t port(const Port& port) const;
  /// The link at one of the RTL's ports.
  const RtlLink& link(std::size_t rtl_port) const { return rings[rtl_port / 2].link; }
  std::int64_t max_lanes() const;
  /// The bits of each number of CyclesPerBit, Setup and Latency, and of the cycle that is observed;
  /// the counters within a slot have no more of them than they need.
  std::int64_t count_bits() const;
};

/// The bits of the RTL's link counters, which wrap.
inline constexpr unsigned rtl_counter_bits = 32;

}  // namespace isobar
