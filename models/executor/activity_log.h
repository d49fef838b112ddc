// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/link/activity.h"
#include "models/link/observer.h"
#include "models/measure/executor_counters.h"
#include "models/types.h"

namespace isobar {

/// What one executor does, cycle after cycle: it counts the cycles and tells an observer of
/// changes.
class ActivityLog {
 public:
  /// From cycle `from` on the executor does this, on `task` if it has one. Calls come in order of
  /// cycles, the first from cycle 0; `observer` may be null.
  void does(Cycle from, Activity activity, TaskId task, ExecutorId executor, Observer* observer) {
    if (begun_ && activity_ == activity && task_ == task) return;
    counters_.add(activity_, from - since_);
    since_ = from;
    activity_ = activity;
    task_ = task;
    begun_ = true;
    if (observer != nullptr) observer->activity_changes(from, executor, activity, task);
  }
  /// So many cycles of the work that ends now, or has just ended, were looks for messages.
  void looked(Cycle cycles) {
    counters_.work -= cycles;
    counters_.balance += cycles;
  }
  /// A task has been worked on.
  void executed() { ++counters_.tasks; }
  /// Counters of a run of `end` cycles, without looks in work that is still under way.
  ExecutorCounters counters(Cycle end) const {
    auto counters = counters_;
    counters.add(activity_, end - since_);
    return counters;
  }

 private:
  ExecutorCounters counters_;  ///< without what it has done since `since_`
  Cycle since_ = 0;
  TaskId task_ = 0;
  Activity activity_ = Activity::idle;
  bool begun_ = false;
};

}  // namespace isobar
