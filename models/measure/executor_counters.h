// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/link/activity.h"
#include "models/types.h"

namespace isobar {

/// The cycles of one PE's executor; they add up to the run's.
struct ExecutorCounters {
  Cycle work = 0;          ///< cycles of work on tasks
  Cycle idle = 0;          ///< cycles without a task
  Cycle balance = 0;       ///< cycles that balancing took from it
  Cycle wait = 0;          ///< cycles in which it waited for its queue, or was held
  std::int64_t tasks = 0;  ///< that it has worked on

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
  /// Whether all counts are alike.
  bool operator==(const ExecutorCounters& other) const {
    return work == other.work && idle == other.idle && balance == other.balance &&
           wait == other.wait && tasks == other.tasks;
  }
};

}  // namespace isobar
