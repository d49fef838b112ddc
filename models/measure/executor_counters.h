// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/link/activity.h"
#include "models/types.h"

namespace isobar {

/// The cycles of one PE's executors; they add up to the run's, times the executors.
struct ExecutorCounters {
  Cycle work = 0;          ///< cycles of work on tasks
  Cycle idle = 0;          ///< cycles without a task
  Cycle balance = 0;       ///< cycles that balancing took from them
  Cycle wait = 0;          ///< cycles in which one waited for its queue, or was held
  std::int64_t tasks = 0;  ///< that they have worked on

  /// Counts cycles as what they were spent on.
  void add(Activity activity, Cycle cycles) {
    switch (activity) {
      case Activity::idle:
        idle += cycles;
        break;
      case Activity::work:
        work += cycles;
        break;
      case Activity::balance:
        balance += cycles;
        break;
      case Activity::wait:
        wait += cycles;
        break;
    }
  }
  /// All cycles.
  Cycle total() const { return work + idle + balance + wait; }
  /// Adds each count.
  ExecutorCounters& operator+=(const ExecutorCounters& other) {
    work += other.work;
    idle += other.idle;
    balance += other.balance;
    wait += other.wait;
    tasks += other.tasks;
    return *this;
  }
  /// Whether all counts are alike.
  bool operator==(const ExecutorCounters& other) const {
    return work == other.work && idle == other.idle && balance == other.balance &&
           wait == other.wait && tasks == other.tasks;
  }
};

}  // namespace isobar
