// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/link/task.h"
#include "models/types.h"

namespace isobar {

/// What an executor of the model asks of its queue in a cycle, or offers it.
struct QueueUse {
  Cycle cycle;
  Node node;
  bool offers;               ///< a task, else it asks for one
  std::optional<Task> task;  ///< offered, or handed out
  bool accepted;             ///< of one that is offered

  static QueueUse fetch(Cycle cycle, Node node, std::optional<TaskId> task) {
    return {cycle, node, false, task ? std::optional(Task{*task}) : std::nullopt, false};
  }
  static QueueUse offer(Cycle cycle, Node node, TaskId task, bool accepted) {
    return {cycle, node, true, Task{task}, accepted};
  }
};

}  // namespace isobar
