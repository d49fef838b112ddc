// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/measure/goals.h"
#include "models/measure/loads_view.h"
#include "models/measure/phase_shifts.h"
#include "models/measure/queue_depths.h"
#include "models/measure/result.h"
#include "models/measure/watch.h"
#include "models/measure/work_meter.h"

namespace isobar {

/// T, steps, cycles and goals of a synchronous run: its caller tells it every phase and the extreme
/// loads at every step end, and it decides when the run is over.
class StepMeter {
 public:
  /// `watch` may be empty, and `work` null: there is no application.
  StepMeter(const Experiment& experiment, Watch watch, const WorkMeter* work = nullptr)
      : experiment_(experiment),
        goal_(goal_entry(experiment.goal.kind)),
        watch_(std::move(watch)),
        work_(work) {}

  /// `tasks` were not sent, for there was no room for them.
  void held_back(Load tasks) { result_.held_back += tasks; }
  /// A phase is over, which adds `shifts` to T.
  void phase_done(const Slot& slot, std::int64_t shifts);
  /// A step is over, and before the first phase step 0: the goals are tested.
  void step_done(Load min, Load max, const LoadsView& loads);

  /// How many more steps like the last one, of `cycles` each, end by cycle `until` without one at
  /// whose end the run may be over, if loads and work stay as they are.
  std::int64_t alike(Cycle cycles, Cycle until) const;
  /// So many steps like the last one are over, each of one phase.
  void pass_over(const Slot& slot, std::int64_t steps);

  /// Whether the run is over.
  bool done() const { return done_; }
  /// As of the last step end.
  bool shared() const { return result_.shared; }
  bool balanced() const { return result_.balanced; }
  /// No more steps than these are to come, whatever the loads.
  std::int64_t steps_left() const;

  /// The result so far; leaves the meter empty. `deepest` are the deepest queues by node.
  RunResult finish(NarrowArray loads, std::vector<Load> deepest, LinkCounts links);

 private:
  /// Whether all tasks are done: no load changes any more, and what is not reached never is.
  bool has_run_out(Load max) const;

  const Experiment& experiment_;
  const GoalEntry& goal_;
  Watch watch_;
  const WorkMeter* work_;
  RunResult result_;
  bool started_ = false;
  bool done_ = false;
};

/// The time measure of a synchronous run: it stands outside the fabric, sees every load, and
/// decides when the run is over. No PE sees it.
class Meter {
 public:
  /// As StepMeter.
  Meter(const Experiment& experiment, Watch watch, const WorkMeter* work = nullptr);

  /// Loads as they are when all transfers of the phase have landed.
  const std::vector<Load>& loads() const { return loads_; }

  /// In the phase under way, `tasks` leave PE `node` by `port`.
  void moved(Node node, unsigned port, std::int64_t tasks) {
    changed(node, -tasks);
    changed(neighbour(node, port), tasks);
    carried(port, tasks);
  }
  /// Where the link leads that leaves PE `node` by `port`.
  Node neighbour(Node node, unsigned port) const {
    return neighbours_[std::size_t{node} * degree_ + port];
  }
  /// In the phase under way, some link carries `tasks` out of a `port`.
  void carried(unsigned port, std::int64_t tasks) { shifts_.moved(port, tasks); }

  /// PE `node` has more tasks, or fewer (negative): its application created or took them, or they
  /// were moved.
  void changed(Node node, Load tasks) { loads_[node] += tasks; }

  /// The queue of PE `node` holds `load` tasks from cycle `from` on, as QueueDepths says. What only
  /// makes it shorter need not be told.
  void load_changes(Cycle from, Node node, Load load) { depths_.load_changes(from, node, load); }

  /// `tasks` were not sent, for there was no room for them.
  void held_back(Load tasks) { steps_.held_back(tasks); }

  /// A phase is over: T and the cycles go on. At a step end the goals are tested.
  void phase_done(const Phase& phase, const Slot& slot);
  // As StepMeter.
  std::int64_t alike(Cycle cycles, Cycle until) const { return steps_.alike(cycles, until); }
  void pass_over(const Slot& slot, std::int64_t steps) { steps_.pass_over(slot, steps); }

  /// Whether the run is over; also before the first phase.
  bool done() const { return steps_.done(); }
  /// As of the last step end.
  bool shared() const { return steps_.shared(); }
  bool balanced() const { return steps_.balanced(); }

  /// The result so far, with the links' counts; leaves the meter empty.
  RunResult finish(LinkCounts links);

 private:
  void step_done();

  StepMeter steps_;
  std::vector<Load> loads_;
  QueueDepths depths_;
  PhaseShifts shifts_;
  std::size_t degree_;
  std::vector<Node> neighbours_;  ///< by link slot: where it leads
};

}  // namespace isobar
