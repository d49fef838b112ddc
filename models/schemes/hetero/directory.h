// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "models/workloads/task_card.h"

namespace isobar {

/// Where a PE knows tasks to be: its own, those that its own talk to, and those that it has sent
/// away, so that it can forward what still comes for them.
class Directory {
 public:
  explicit Directory(Node self) : self_(self) {}

  /// A task starts here, and knows where its ties start.
  void starts(const TaskCard& card);
  /// It is there since that selection; what is older news is not believed.
  void set(TaskNumber task, Node at, std::int64_t since);
  void arrives(TaskNumber task, std::int64_t since) { set(task, self_, since); }
  /// Throws ModelError for a task that it has never heard of.
  Node of(TaskNumber task) const { return place_of(task).node; }
  std::int64_t since(TaskNumber task) const { return place_of(task).since; }
  bool holds(TaskNumber task) const { return knows(task) && of(task) == self_; }
  bool knows(TaskNumber task) const { return at_.count(task) > 0; }

  /// Bytes to other PEs in an iteration, by PE, of tasks that are here.
  std::map<Node, std::int64_t> off_pe(const std::vector<const TaskCard*>& cards) const;
  /// What an iteration would send between PEs more (less if negative) if the task were at `to`.
  std::int64_t lost_locality(const TaskCard& card, Node to) const;

 private:
  /// A task moves at most once in a selection.
  struct Place {
    Node node = 0;
    std::int64_t since = 0;  ///< the selection in which it came there
  };

  const Place& place_of(TaskNumber task) const;

  Node self_;
  std::map<TaskNumber, Place> at_;
};

}  // namespace isobar
