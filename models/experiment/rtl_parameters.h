// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/experiment/queue_memory.h"
#include "models/schemes/contract/condition.h"
#include "models/schemes/contract/stealing_rule.h"

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
  hhc,        ///< rtl/hhc, of HHC algorithm B
  stealing,   ///< rtl/stealing, of work stealing
};

/// The cycles that a reply of work stealing and its handling take at least in the RTL, where tasks
/// leave the queue by so many lines: it serves the others meanwhile.
constexpr Cycle least_stealing_reply(Cycle lines) { return 2 * lines + 6; }

/// The parameters of the RTL (rtl/shared/isobar_parameters.svh, the PEs and fabrics in rtl/liquid,
/// rtl/exchange, rtl/averaging, rtl/hhc and rtl/stealing), all of which follow from an experiment.
struct RtlParameters {
  /// `lanes`, by dimension − 1, asks for more lanes than bandwidth/clock has in lowest terms; a
  /// missing element or 0 leaves that number. Throws ValueError for what the RTL cannot realise: a
  /// scheme without RTL, no ring, a bandwidth that no whole number of lanes gives, sizes beyond its
  /// counters; in dimension exchange another radix than 2, in averaging one below 3, more than
  /// three dimensions; in averaging and HHC algorithm B credits, and a division or tasks that are
  /// too quick; in all three an application and an end of phases that no PE can know or that is not
  /// built; in work stealing victims that a generator of the model draws, transfers of several
  /// tasks, routers of another kind, and links that are too quick for the queue.
  static RtlParameters of(const Experiment& experiment,
                          const std::vector<std::int64_t>& lanes = {});
  /// Whether the experiment's PE exists as RTL: of() does not throw.
  static bool exist_for(const Experiment& experiment);

  /// With more dimensions a PE of averaging does not know how many tasks come by a port.
  static constexpr unsigned max_averaging_dimensions = 3;

  RtlDesign design = RtlDesign::liquid;
  Condition condition = Condition::c5;  ///< of Liquid
  bool fixed_slot = false;              ///< not of Liquid: phases end by it, not by words
  Cycle decision = 1;                   ///< cycles of a decision; in HHC B of the division
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  std::int64_t depth = 16;
  QueueMemory queue_memory = QueueMemory::block_ram;
  std::vector<RtlRing> rings;

  // These are of work stealing alone.
  VictimChoice victims = VictimChoice::nearest;  ///< not random
  bool half = true;               ///< a thief gets half of what its victim has more; else one task
  bool fetch_newest = false;      ///< executors fetch the newest task
  Cycle handling = 1;             ///< cycles for each message that comes in or is sent
  Cycle retry = 1;                ///< the first wait after a request in vain
  Cycle retry_max = 1;            ///< the longest
  std::int64_t address_bits = 0;  ///< of a PE
  std::int64_t header_bits = 0;   ///< of a message: its kind and two addresses

  /// A Liquid PE has two ports a ring, of which at radix 2 only the first is used; a PE of
  /// dimension exchange has one, a PE of averaging two; a PE of HHC B two in its triangle and one
  /// in each further dimension; a PE of work stealing as many as it has neighbours in the ring.
  std::size_t ports() const { return first_port(rings.size()); }
  /// The RTL's first port of a ring, and the ring of a port.
  std::size_t first_port(std::size_t ring) const {
    if (design == RtlDesign::exchange) return ring;
    if (design == RtlDesign::stealing) return 2 * ring - pairs_before(ring);
    return design == RtlDesign::hhc ? ring + (ring > 0 ? 1 : 0) : 2 * ring;
  }
  std::size_t ring_of(std::size_t rtl_port) const {
    if (design == RtlDesign::exchange) return rtl_port;
    if (design == RtlDesign::stealing) return neighbours_ring(rtl_port);
    return design == RtlDesign::hhc ? rtl_port - (rtl_port > 0 ? 1 : 0) : rtl_port / 2;
  }
  /// The RTL's port that corresponds to a port of the fabric.
  std::size_t port(const Port& port) const;
  /// The link at one of the RTL's ports.
  const RtlLink& link(std::size_t rtl_port) const { return rings[ring_of(rtl_port)].link; }
  /// The cycles that a decision takes at least: of averaging to divide, and to find the first task
  /// of each port; of HHC B to divide.
  Cycle least_decision() const;
  /// The cycles that a task of averaging or HHC B has to take on such a link at least, so that the
  /// queue serves all other ports meanwhile.
  Cycle least_task_cycles(const RtlLink& link) const;
  /// Whether a PE works in phases that are no fixed slots of a task.
  bool has_phases() const { return design != RtlDesign::liquid && design != RtlDesign::stealing; }
  /// Whether transfers can begin or tasks land at several ports of a PE in one cycle.
  bool serves_ports_at_once() const {
    return design == RtlDesign::averaging || design == RtlDesign::hhc;
  }
  /// Whether thieves ask their neighbours alone, so that no message is passed on.
  bool asks_neighbours() const { return victims == VictimChoice::nearest; }
  /// The bits of each message of work stealing: a request, a reply and a transfer.
  std::array<std::int64_t, 3> message_bits() const {
    return {header_bits + 1, header_bits + load_bits, header_bits + task_bits};
  }
  /// How many buffers a router has at a port: one for each number of links that a message can have
  /// gone over before its last one (isobar_stealing_fabric).
  std::int64_t buffer_classes() const;
  /// The most tasks that a PE of work stealing gives at once.
  std::int64_t most_given() const { return (depth + 1) / 2; }
  /// The cycles that a reply of work stealing and its handling take at least, so that the queue
  /// serves all other ports meanwhile.
  Cycle least_reply_cycles() const {
    return least_stealing_reply(static_cast<Cycle>(asks_neighbours() ? ports() : 2 * ports()));
  }
  /// For how many ports a PE shows what leaves and lands: for all then, else for the one in use.
  std::size_t ports_at_once() const { return serves_ports_at_once() ? ports() : 1; }
  /// The cycles that a word of one bit takes at most from the root of the spanning tree to a PE; 0
  /// with fixed slots.
  Cycle longest_wait() const;
  std::int64_t max_lanes() const;
  /// The bits of each number of CyclesPerBit, Setup and Latency, and of the cycle that is observed;
  /// the counters within a slot have no more of them than they need.
  std::int64_t count_bits() const;

 private:
  /// How many of the rings before this one have radix 2.
  std::size_t pairs_before(std::size_t ring) const;
  /// As ring_of(), where the ports are as many as neighbours.
  std::size_t neighbours_ring(std::size_t rtl_port) const;
};

/// The bits of the RTL's link counters, which wrap.
inline constexpr unsigned rtl_counter_bits = 32;

}  // namespace isobar
