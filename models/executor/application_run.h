// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/link/task.h"
#include "models/measure/executor_counters.h"
#include "models/measure/meter.h"

namespace isobar {

/// An application while it runs, outside the fabric: what all executors report to. It names the
/// tasks that are created, and accounts for every PE's cycles.
class ApplicationRun {
 public:
  /// Tasks that one task created: `count` identities from `first` on.
  struct Children {
    TaskId first;
    std::int64_t count;
  };

  /// A PE's turn in a time step.
  struct Begun {
    Children generated;
    std::int64_t consumes;
  };

  /// Of an experiment with an application, which must outlive the run; `observer` may be null.
  /// Throws ModelError if the experiment's loads are not the application's.
  ApplicationRun(const Experiment& experiment, Observer* observer);

  /// What the task takes on a PE of speed 1. Throws ModelError if that is no cycle.
  Cycle work(TaskId task);
  /// Cycles of its own that PE `node` works on what takes `work` cycles on a PE of speed 1.
  Cycle cycles(Node node, Cycle work) const { return experiment_.work_cycles(node, work); }
  /// The cycle after its last one, where it begins in cycle `from` and nothing stops it: external
  /// loads make it later. Throws ValueError if that is more than can be counted.
  Cycle end(Node node, Cycle from, Cycle work) const {
    const Cycle own = cycles(node, work);
    const auto* external = experiment_.external_of(node);
    return external == nullptr ? later(from, own) : external->when(later(external->own(from), own));
  }
  /// PE `node` has worked on a task until the end of cycle `last`. To be called in order of cycles,
  /// in each in order of nodes, as identities follow that order.
  Children finish(Node node, TaskId task, Cycle last, Cycle work);
  /// PEs have turns, in time steps.
  bool has_turns() const { return step_ > 0; }
  /// Cycles of a time step; 0: there are none.
  Cycle step_cycles() const { return step_; }
  /// When PE `node` can have its next turn, the earliest; none: it has had all.
  std::optional<Cycle> next_turn(Node node) const;
  /// PE `node` has its next turn in `cycle`; to be called as `finish`.
  Begun begin_turn(Node node, Cycle cycle);
  /// From cycle `from` on the executor of PE `node` does this; `task` if it works. Each PE in order
  /// of cycles, its first from cycle 0.
  void does(Cycle from, Node node, Activity activity, TaskId task = 0) {
    auto& doing = doing_[node];
    if (doing.told && doing.activity == activity && doing.task == task) return;
    executor_counters_[node].add(doing.activity, from - doing.since);
    doing = {from, task, activity, true};
    if (observer_ != nullptr) observer_->activity_changes(from, node, activity, task);
  }

  /// As the application says.
  std::int64_t iterations() const { return application_->iterations(); }
  Cycle overhead() const { return application_->overhead(); }
  const TaskCard& card(TaskId task) const { return application_->card(task); }

  /// A task on PE `node` is divided: what it is then, by number and, but for itself, by identity.
  struct Divided {
    std::vector<TaskNumber> numbers;
    Children others;
  };
  Divided divide(TaskId task, std::size_t parts, Node node);
  /// `other` becomes part of `task`.
  void merge(TaskId task, TaskId other);
  void retie(TaskId task, std::vector<TaskTie> ties) { application_->retie(task, std::move(ties)); }

  /// Those that are over; in which so many tasks moved is not known here.
  std::vector<IterationRecord>& ended() { return ended_; }

  const WorkMeter& meter() const { return meter_; }
  /// What `does` told, by node, in a run of `end` cycles.
  std::vector<ExecutorCounters> executor_counters(Cycle end) const;
  /// With the tasks that are left, by the PE that has them. Throws ModelError if a task is lost.
  ApplicationResult result(std::vector<ExecutorCounters> executor_counters,
                           const std::vector<std::vector<Task>>& left);
  /// With as many left, where nobody knows which: what work they are is not told.
  ApplicationResult result(std::vector<ExecutorCounters> executor_counters,
                           std::int64_t left) const;

 private:
  void end_iteration(Cycle end);

  struct Doing {
    Cycle since = 0;
    TaskId task = 0;
    Activity activity = Activity::idle;
    bool told = false;
  };

  /// In an iteration, by node.
  struct Done {
    std::vector<Cycle> busy;
    std::vector<std::int64_t> bytes;  ///< of the tasks
  };

  static Done nothing_done(Node pes);

  const Experiment& experiment_;
  Observer* observer_;
  std::unique_ptr<Application> application_;
  std::vector<Cycle> work_at_start_;  ///< by node
  Cycle step_;                        ///< cycles of a time step; 0: there are none
  WorkMeter meter_;
  std::vector<std::int64_t> turns_;  ///< by node: how many it had; empty if there are none
  std::vector<Doing> doing_;         ///< by node
  std::vector<ExecutorCounters> executor_counters_;  ///< likewise, without what it does now
  Load tasks_;                                       ///< of an iteration
  Load tasks_left_;                                  ///< in the one under way
  std::vector<std::int64_t> bytes_at_start_;         ///< by node; empty where tasks do not live on
  Cycle alone_ = 0;                                  ///< T_nobal, where tasks live on
  Done in_this_;                                     ///< iteration, so far
  Done in_last_;
  std::vector<IterationRecord> ended_;
};

}  // namespace isobar
