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
  void set(TaskNumber task, Node at) { at_[task] = at; }
  void arrives(TaskNumber task) { at_[task] = self_; }
  /// Throws ModelError for a task that it has never heard of.
  Node of(TaskNumber task) const;
  bool holds(TaskNumber task) const;

  /// Bytes to other PEs in an iteration, by PE, of tasks that are here.
  std::map<Node, std::int64_t> off_pe(const std::vector<const TaskCard*>& cards) const;
  /// What an iteration would send between PEs more (less if negative) if the task were at `to`.
  std::int64_t lost_locality(const TaskCard& card, Node to) const;

 private:
  Node self_;
  std::map<TaskNumber, Node> at_;
};

}  // namespace isobar
