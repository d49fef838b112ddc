// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>
#include <vector>

#include "models/link/link_end.h"
#include "models/link/task.h"
#include "models/pe/lockstep.h"
#include "models/schemes/contract/synchronous.h"

namespace isobar {

class ExecutorClock;

/// What one PE holds and sees.
struct PeState {
  PeView view;  ///< its load follows the queue
  TaskQueue queue;
  std::int64_t* heard = nullptr;       ///< where the ports write what the view shows
  LinkEndInterface** ports = nullptr;  ///< what they are bound to
};

/// The state of all PEs of a fabric in dense arrays, so that a large fabric stays in cache. A PE
/// touches only its own part.
struct PeStates {
  PeStates(const Fabric& fabric, const SynchronousScheme& scheme);

  std::vector<PeState> pes;              ///< by node
  std::vector<std::int64_t> heard;       ///< by link slot: the last word that port heard
  std::vector<std::int64_t> registers;   ///< the scheme's, by node
  std::vector<LinkEndInterface*> ports;  ///< by link slot
  std::vector<Load> departing;           ///< by node: tasks that the latest decision let go
  ExecutorClock* executors = nullptr;    ///< null where no application runs
  Words words;  ///< wires between scheme and ports, used within one activation
  Orders orders;
};

/// A processing element: a task queue, ports, the hardware of one balancing scheme, and the two
/// sides of the queue where an executor is attached. It knows what its ports heard, and nothing
/// else of the fabric.
class Pe : public sc_core::sc_module {
 public:
  Pe(const sc_core::sc_module_name& name, Node node, const Experiment& experiment, PeStates& states,
     Lockstep& lockstep, Meter& meter);

  /// One binding a port, in the fabric's order.
  sc_core::sc_port<LinkEndInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> ports{"ports"};

  /// The tasks it holds now.
  Load load() const { return self_.view.load; }

  // For the executor: at most one fetch and one accept a cycle, in a delta after the cycle's first,
  // when what landed has been written and the load has been latched. Both go by the load with which
  // the cycle began, as registered hardware does; in whatever order they come, the result is one.
  // Throw ModelError where an executor does not keep to this.
  /// The load with which this cycle began.
  Load load_before() { return use().load; }
  /// The last place at most was free then.
  bool is_full() { return load_before() >= experiment_.queue_depth - 1; }
  /// The oldest or newest task, as the experiment says; none if the queue is empty or a decision is
  /// being taken.
  std::optional<Task> fetch();
  /// Puts a task at the tail. Refused, to be tried again, while transfers land, and if only the
  /// last place is free, which belongs to landings.
  bool accept(Task task);

 private:
  void end_of_elaboration() override;
  void act();
  void take_in();
  void announce();
  void decide();
  void load_changed(Cycle from);
  void changed_by_executor(Cycle cycle, Load by);

  /// What the executor did in a cycle, and the load with which the cycle began.
  struct Use {
    Cycle cycle = -1;
    Load load = 0;
    bool fetched = false;
    bool accepted = false;
  };
  Use& use();

  PeState& self_;
  Lockstep& lockstep_;
  const Experiment& experiment_;
  Meter& meter_;
  PeStates& states_;
  Use use_;
};

}  // namespace isobar
