// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/link/task.h"

namespace isobar {

/// A PE's task queue as its executor sees it in the cycle in which it acts. Where an executor acts
/// at a cycle's end, these go by the load with which the cycle began.
class QueueSide {
 public:
  virtual ~QueueSide() = default;
  /// There is no task.
  virtual bool empty() = 0;
  /// At most the last place is free, which belongs to landings.
  virtual bool full() = 0;
  /// Takes a task; none if there is none, or while the balancer takes a decision.
  virtual std::optional<Task> fetch() = 0;
  /// Puts a task at the tail. Returns false, and leaves the queue as it is, if it is full or while
  /// transfers land.
  virtual bool accept(Task task) = 0;

 protected:
  QueueSide() = default;
  QueueSide(const QueueSide&) = default;
  QueueSide& operator=(const QueueSide&) = default;
};

}  // namespace isobar
