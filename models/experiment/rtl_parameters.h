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

/// The PEs that exist as RTL.
enum class RtlDesign : std::uint8_t {
  liquid,     ///< rtl/liquid, of the Liquid model
  exchange,   ///< rtl/exchange, of dimension exchange
  averaging,  ///< rtl/averaging, of nearest-neighbour averaging by equal portions
};

/// The parameters of the RTL (rtl/shared/isobar_parameters.svh, the PEs and fabrics in rtl/liquid,
/// rtl/exchange and rtl/averaging), all of which follow from an experiment.
struct RtlParameters {
  /// `lanes`, by dimension − 1, asks for more lanes than bandwidth/clock has in lowest terms; a
  /// missing element or 0 leaves that number. Throws ValueError for what the RTL cannot realise: a
  /// scheme without RTL, no ring, a bandwidth that no whole number of lanes gives, sizes beyond its
  /// counters; in dimension exchange another radix than 2, in averaging one below 3, more than
  /// three dimensions, credits, and a decision or tasks that are too quick; in both an application
  /// and an end of phases that no PE can know or that is not built.
  static RtlParameters of(const Experiment& experiment,
                          const std::vector<std::int64_t>& lanes = {});

  /// With more dimensions a PE of averaging does not know how many tasks come by a port.
  static constexpr unsigned max_averaging_dimensions = 3;

  RtlDesign design = RtlDesign::liquid;
  Condition condition = Condition::c5;  ///< of Liquid
  bool fixed_slot = false;              ///< not of Liquid: phases end by it, not by words
  Cycle decision = 1;                   ///< cycles of a decision
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  std::int64_t depth = 16;
  QueueMemory queue_memory = QueueMemory::block_ram;
  std::vector<RtlRing> rings;

  /// A Liquid PE has two ports a ring, of which at radix 2 only the first is used; a PE of
  /// dimension exchange has one, a PE of averaging two.
  std::size_t ports_of_ring() const { return design == RtlDesign::exchange ? 1 : 2; }
  std::size_t ports() const { return ports_of_ring() * rings.size(); }
  /// The RTL's port that corresponds to a port of the fabric.
  std::size_t port(const Port& port) const;
  /// The link at one of the RTL's ports.
  const RtlLink& link(std::size_t rtl_port) const { return rings[rtl_port / ports_of_ring()].link; }
  /// The cycles that a decision of averaging takes at least: to divide, and to find the first task
  /// of each port.
  Cycle least_decision() const;
  /// The cycles that a task of averaging has to take on such a link at least, so that the queue
  /// serves all other ports meanwhile.
  Cycle least_task_cycles(const RtlLink& link) const;
  /// How many transfers can begin or tasks land at a PE in one cycle: by all ports in averaging,
  /// else by one of them.
  std::size_t ports_at_once() const { return design == RtlDesign::averaging ? ports() : 1; }
  /// The cycles that a word of one bit takes at most from the root of the spanning tree to a PE; 0
  /// with fixed slots.
  Cycle longest_wait() const;
  std::int64_t max_lanes() const;
  /// The bits of each number of CyclesPerBit, Setup and Latency, and of the cycle that is observed;
  /// the counters within a slot have no more of them than they need.
  std::int64_t count_bits() const;
};

/// The bits of the RTL's link counters, which wrap.
inline constexpr unsigned rtl_counter_bits = 32;

}  // namespace isobar
