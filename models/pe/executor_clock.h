// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "models/executor/application_run.h"
#include "models/pe/executor_calendar.h"
#include "models/pe/executor_module.h"
#include "models/pe/landing_listener.h"
#include "models/pe/lockstep.h"

namespace isobar {

/// Gives all executors of a lockstep fabric their turns: in a cycle in which any of them acts it
/// wakes those, once all else of the cycle has been done. What completes tasks comes first, in
/// order of nodes, for that order names the tasks that are created.
class ExecutorClock : public sc_core::sc_module, public LandingListener {
 public:
  /// `observer` may be null.
  ExecutorClock(const sc_core::sc_module_name& name, const Experiment& experiment,
                ApplicationRun& run, Observer* observer, Lockstep& lockstep);

  /// Attaches an executor to the queue of every node's PE, in their order.
  void attach(Node node, QueueSide& queue);
  void landed(Node node) override;
  /// All executors begin again, in cycle 0 of the clock that was set back.
  void reset(ApplicationRun& run);
  /// The next cycle in which an executor acts; none: none does.
  std::optional<Cycle> next() const { return calendar_.next(); }

  /// Those that act in this cycle have been given their turns.
  bool have_turns() const { return next().value_or(calendar_.now() + 1) > calendar_.now(); }

  /// Appends the tasks that the executors of PE `node` hold.
  void list(Node node, std::vector<Task>& out) const { executors_[node]->executors.list(out); }
  /// By node, of a run of `end` cycles.
  std::vector<ExecutorCounters> counters(Cycle end) const;

 private:
  void act();

  ExecutorSetting setting_;
  Lockstep& lockstep_;
  ExecutorCalendar calendar_;
  std::vector<std::unique_ptr<ExecutorModule>> executors_;  ///< by node
};

}  // namespace isobar
