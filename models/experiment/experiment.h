// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "models/experiment/external_load.h"
#include "models/experiment/goal.h"
#include "models/experiment/link_map.h"
#include "models/experiment/queue_memory.h"
#include "models/fabric/fabric.h"
#include "models/link/task.h"
#include "models/link/timing.h"
#include "models/narrow_array.h"
#include "models/schemes/contract/agent.h"
#include "models/schemes/contract/synchronous.h"
#include "models/workloads/application.h"

namespace isobar {

class IdealScheme;

/// How the balancer of a PE works under a message-driven scheme, and what that costs
/// (docs/time.md).
struct Balancer {
  bool software = false;       ///< it runs on the executor, which it stops, and not beside it
  Cycle handling = 1;          ///< cycles for each message that it takes in or sends
  Cycle poll_period = 1;       ///< software: cycles of work between two looks for messages
  Cycle poll_cost = 0;         ///< software: cycles of each such look, message or none
  Load tasks_per_message = 0;  ///< most tasks in a message; 0: any number
};

/// How a message gets to a PE that is not a neighbour.
enum class Switching : std::uint8_t {
  store_and_forward,  ///< from PE to PE, each of which receives it whole
  cut_through,        ///< the same, but it goes on as soon as its header is there, if it can
  circuit,            ///< over a route whose links are all held for it (Intel iPSC/2)
};

/// Which way store-and-forward and cut-through send a message (docs/network.md).
enum class Routing : std::uint8_t {
  shortest,  ///< by the fabric's route to its destination
  random,  ///< by that to a PE drawn at random, and from there by that to its destination (Valiant)
};

/// How one word gets to many PEs (docs/network.md).
enum class Broadcast : std::uint8_t {
  sends,  ///< as a message to each of them
  tree,   ///< as one message, which routers replicate along the routes to all of them
};

/// How PEs learn that a phase without a fixed slot is over (docs/time.md, "The end of a phase").
enum class PhaseEnd : std::uint8_t {
  slot,   ///< it lasts as long as the largest transfer of a queue would
  words,  ///< by words of a bit over a spanning tree of links, to its root and back
  tree,   ///< the same over wires of their own beside these links
  free,   ///< they know it at once and for nothing, as the papers' measures have it
};

/// The memory of a PE without a bound.
inline constexpr std::int64_t no_bound = std::numeric_limits<std::int64_t>::max();

/// One experiment, wholly resolved: what every level needs, and no more.
struct Experiment {
  /// With default links everywhere, and a tolerance of D.
  explicit Experiment(Fabric which);

  Fabric fabric;                 ///< the PEs, and the links between them
  Rational clock = 250'000'000;  ///< PE clock cycles per second
  /// The classes of links: by dimension − 1, and behind these what `link_map` names besides.
  std::vector<LinkTiming> links;
  std::vector<Rational> link_energy;        ///< by class: picojoules per bit on the wire
  std::vector<Rational> link_static_power;  ///< by class: milliwatts of a directed link
  std::shared_ptr<const LinkMap> link_map;  ///< null: a link's class is that of its dimension
  std::int64_t task_bits = 64;              ///< bits of a task on a link
  std::int64_t load_bits = 16;              ///< bits of a load as a word
  Load queue_depth = 0;                     ///< Q: tasks that a PE's queue can hold
  QueueMemory queue_memory = QueueMemory::block_ram;  ///< costs differ by it, no cycle does
  std::shared_ptr<const SynchronousScheme> scheme;    ///< null if it is message-driven
  std::shared_ptr<const MessageDrivenScheme> agents;  ///< null if the scheme is synchronous
  PhaseEnd phase_end = PhaseEnd::words;               ///< for synchronous schemes
  bool credits = false;  ///< synchronous PEs send no more than there is room for; not in Liquid
  Balancer balancer;     ///< for message-driven schemes
  Switching switching = Switching::store_and_forward;  ///< for message-driven schemes
  std::int64_t buffers = 1;  ///< message-driven: messages that a port holds of each number of hops
  Routing routing = Routing::shortest;  ///< for message-driven schemes; circuits: shortest
  std::uint64_t routing_seed = 1;       ///< of what PEs draw under Routing::random
  /// For message-driven schemes; tree: on products of rings or lines, not with circuits.
  Broadcast broadcast = Broadcast::sends;
  /// Makes the running application; empty if there is none.
  std::function<std::unique_ptr<Application>()> application;
  QueueEnd fetch = QueueEnd::oldest;   ///< where executors take tasks to work on
  std::vector<Rational> speeds;        ///< by PE: work per cycle; empty: 1 everywhere
  std::vector<unsigned> executors;     ///< by PE, at least 1; empty: 1 everywhere
  std::vector<std::int64_t> memories;  ///< by PE: bytes, or no_bound; empty: none anywhere
  std::vector<std::string> names;      ///< by PE, from a table of machines; else empty
  std::vector<std::string> formats;    ///< by PE: how it stores data; empty: all alike
  std::vector<ExternalLoad> external;  ///< by PE; empty: none anywhere
  NarrowArray loads;                   ///< initial, by node; at most Q − 1 each
  Load tolerance = 0;                  ///< balanced: max − min ≤ tolerance
  bool lists_deepest = false;          ///< the result has each PE's deepest queue
  Goal goal;                           ///< where the run ends
  std::int64_t max_steps = 0;          ///< where a run ends even without its goal
  Cycle max_cycles = 0;                ///< where a message-driven run ends even without its goal

  /// The cycles of its own, at least one, for which PE `node` works on a task of `work`.
  Cycle work_cycles(Node node, Cycle work) const {
    return speeds.empty() ? work : std::max<Cycle>(1, ceil_ratio(work, 1, speeds[node]));
  }

  /// The executors of a PE.
  unsigned executors_of(Node node) const { return executors.empty() ? 1 : executors[node]; }
  /// The most of any PE.
  unsigned most_executors() const;
  /// Work per cycle of a PE, with all its executors.
  Rational capacity(Node node) const;
  /// That of all PEs, by node; empty: 1 everywhere.
  std::vector<Rational> capacities() const;

  /// What programs outside the application take of PE `node`; null if they take nothing.
  const ExternalLoad* external_of(Node node) const {
    return external.empty() || external[node].empty() ? nullptr : &external[node];
  }

  /// The class of the link of a slot, which leaves by `port`.
  std::size_t link_class(std::uint64_t slot, unsigned port) const {
    return link_map ? link_map->at(slot) : fabric.ports()[port].dimension - 1;
  }
  /// The class of the link of a slot (Fabric::link).
  std::size_t link_class(std::uint64_t slot) const {
    return link_class(slot, static_cast<unsigned>(slot % fabric.degree()));
  }
  /// The timing of the link of a slot (Fabric::link).
  const LinkTiming& link_of_slot(std::uint64_t slot) const { return links[link_class(slot)]; }
  /// The classes of the links that leave by a port, of any PE, and of those that come in there.
  std::vector<std::uint32_t> classes_leaving(unsigned port) const;
  /// The classes of the links that come in at a port, of any PE.
  std::vector<std::uint32_t> classes_coming(unsigned port) const;
  /// The number of directed links of a class.
  std::uint64_t links_of_class(std::size_t one) const;
};

/// The default of Q: the smallest power of two above the total load, at least 2.
Load default_queue_depth(const NarrowArray& loads);
/// The default of the bits of a word: 16, or as many as the depth needs, 2^bits > depth.
std::int64_t default_load_bits(Load queue_depth);
/// The default of the step limit: Theorem 3's bound with one more difference for the time to share,
/// (L_diff + 1)·ΣK, and at least 1000 (Henrich, Section 4, for C5; docs/time.md).
std::int64_t default_max_steps(const Fabric& fabric, const NarrowArray& loads);

/// How the cycles of one phase are spent.
struct Slot {
  Cycle words = 0;      ///< until all words and credits can be used: N(bits) + λ of the slowest
  Cycle decision = 0;   ///< from there to the first cycle of the transfers
  Cycle transfers = 0;  ///< from there until all have landed: N(bits) + λ of the slowest
  Cycle barrier = 0;    ///< cycles that the scheme waits after the last landing

  /// All cycles of the phase.
  Cycle total() const { return words + decision + transfers + barrier; }
};

/// The experiment's scheme if it runs in its authors' abstract model, where communication costs
/// nothing; else null.
const IdealScheme* ideal_scheme(const Experiment& experiment);

/// The cycles until a message of `bits` over the slowest of the links that come in at these ports,
/// of any PE, can be used; 0 without ports.
Cycle slowest_passage(const Experiment& experiment, const std::vector<unsigned>& ports,
                      std::int64_t bits);

/// The fixed slot of a shift phase, which has time for one word and one task on every link, whether
/// they are sent or not.
Slot shift_slot(const Experiment& experiment, const Phase& phase);

}  // namespace isobar
