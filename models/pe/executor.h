// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "models/executor/application_run.h"
#include "models/executor/calendar.h"
#include "models/executor/executor_core.h"
#include "models/pe/lockstep.h"
#include "models/pe/pe.h"

namespace isobar {

class ExecutorClock;

/// The executor of one PE: works on tasks of the PE's queue while the balancer beside it moves
/// others. It acts in its turns only (ExecutorClock) and sleeps while it works or has no task.
class Executor : public sc_core::sc_module {
 public:
  Executor(const sc_core::sc_module_name& name, Node node, Pe& pe, ApplicationRun& run,
           Lockstep& lockstep, ExecutorClock& clock);

  sc_core::sc_event turn{"turn"};
  ExecutorCore core;

 private:
  void act();

  Node node_;
  Pe& pe_;
  ApplicationRun& run_;
  Lockstep& lockstep_;
  ExecutorClock& clock_;
};

/// Gives all executors of a fabric their turns: in a cycle in which any of them acts it wakes
/// those, once all else of the cycle has been done. What completes tasks comes first, in order of
/// nodes, for that order names the tasks that are created.
class ExecutorClock : public sc_core::sc_module {
 public:
  ExecutorClock(const sc_core::sc_module_name& name, ApplicationRun& run, Lockstep& lockstep);

  /// Attaches an executor to the PE of every node, in their order.
  void attach(Node node, Pe& pe);
  /// PE `node` has its next turn in `cycle`.
  void ask(Cycle cycle, Node node);
  /// A task has landed in the queue of PE `node`.
  void landed(Node node);

  /// Adds the tasks that the executor of PE `node` holds.
  void list(Node node, std::vector<Task>& out) const { executors_[node]->core.list(out); }

 private:
  void act();
  void set_alarm(Cycle cycle);

  ApplicationRun& run_;
  Lockstep& lockstep_;
  std::vector<std::unique_ptr<Executor>> executors_;  ///< by node
  Calendar calendar_;
  sc_core::sc_event alarm_{"alarm"};
  Cycle alarm_at_;  ///< when it rings
};

}  // namespace isobar
