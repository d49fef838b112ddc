// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/workloads/application.h"
#include "models/workloads/applications/task_contents.h"
#include "models/workloads/applications/uts_tree.h"

namespace isobar {

/// Unbalanced tree search: a task is a node of the tree and creates its children. The root starts
/// on PE 0.
class Uts final : public Application {
 public:
  /// `work`: cycles a node.
  Uts(const UtsTree::Setting& setting, Cycle work, Node nodes);

  std::vector<Load> initial_loads() const override;
  Cycle work(TaskId task) override;
  Cycle least_work() const override { return work_; }
  std::int64_t finish(TaskId task) override;
  /// `nodes`, `leaves` and `depth`, the root's being 0.
  ApplicationStatistics statistics() const override;

 private:
  UtsTree tree_;
  Cycle work_;
  Node pes_;
  TaskContents<UtsNode> waiting_;
  std::int64_t nodes_ = 0;
  std::int64_t leaves_ = 0;
  std::int32_t depth_ = 0;
};

}  // namespace isobar
