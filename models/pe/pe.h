// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>
#include <vector>

#include "models/executor/queue_side.h"
#include "models/link/link_end.h"
#include "models/link/task.h"
#include "models/pe/lockstep.h"
#include "models/pe/pe_states.h"

namespace isobar {

/// A processing element: a task queue, ports, the hardware of one balancing scheme, and a side of
/// the queue for an executor. It knows what its ports heard, and nothing else of the fabric.
class Pe : public sc_core::sc_module, public QueueSide {
 public:
  Pe(const sc_core::sc_module_name& name, Node node, const Experiment& experiment, PeStates& states,
     Lockstep& lockstep, Meter& meter);

  /// One binding a port, in the fabric's order.
  sc_core::sc_port<LinkEndInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> ports{"ports"};

  /// The tasks it holds now.
  Load load() const { return self_.view.load; }

  // For the executor: at most one fetch and one accept a cycle, in a delta after the cycle's first,
  // when what landed has been written and the load has been latched. All of it goes by the load
  // with which the cycle began, as registered hardware does; in whatever order the calls come, the
  // result is one. Throws ModelError where an executor does not keep to this.
  bool empty() override { return use().load == 0; }
  bool full() override { return use().load >= experiment_.queue_depth - 1; }
  std::optional<Task> fetch() override;
  bool accept(Task task) override;

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
