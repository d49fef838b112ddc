// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "models/executor/queue_side.h"
#include "models/link/task.h"
#include "models/pe/run_side.h"

namespace isobar {

/// The task queue of a message-driven PE, between its executor and its balancer. Every change of
/// the load is known to the run's meter and observer; changes by the executor are kept as news for
/// the balancer.
class PeQueue final : public QueueSide {
 public:
  /// Holds the initial tasks of PE `node`, with the identities from `first_task` on.
  PeQueue(Node node, const RunSide& run, TaskId first_task);

  // For the executor.
  bool empty() override { return tasks_.empty(); }
  bool full() override { return load() >= run_.experiment().queue_depth - 1; }
  std::optional<Task> fetch() override { return fetch_if(true); }
  bool accept(Task task) override { return accept_if(true, task); }
  /// The same, but refused unless it is `allowed`. The observer is told in any case.
  std::optional<Task> fetch_if(bool allowed);
  bool accept_if(bool allowed, Task task);

  // For the balancer.
  Load load() const { return static_cast<Load>(tasks_.size()); }
  /// Tasks that the executor has taken so far, and that it has put.
  Load fetched() const { return fetched_; }
  Load accepted() const { return accepted_; }
  /// The cycle since which the executor has changed the load without the balancer knowing.
  std::optional<Cycle> news() const { return news_; }
  void read_news() { news_.reset(); }
  bool has_room(Load tasks) const { return load() + tasks <= run_.experiment().queue_depth; }
  /// Puts a transfer's tasks at the tail. Returns false, and puts none, if there is no room.
  bool land(const std::vector<Task>& tasks);
  const TaskQueue& tasks() const { return tasks_; }
  /// The balancer takes tasks and puts some, by `tasks`, and then says that it did.
  TaskQueue& change() { return tasks_; }
  void changed();

 private:
  void changed_by_executor();

  Node node_;
  RunSide run_;
  TaskQueue tasks_;
  Load fetched_ = 0;
  Load accepted_ = 0;
  std::optional<Cycle> news_;
};

}  // namespace isobar
