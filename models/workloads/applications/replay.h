// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "models/workloads/application.h"
#include "models/workloads/applications/task_contents.h"

namespace isobar {

/// Cycles ≥ 1 of tasks that follow each other, at least one: the next is created by the one before.
using ReplayedChain = std::vector<Cycle>;

/// Tasks whose work is known beforehand, as measured on some machine. All first tasks of a chain
/// are there at the start.
class Replay final : public Application {
 public:
  /// Chains by the node where they start.
  explicit Replay(std::vector<std::vector<ReplayedChain>> chains);

  std::vector<Load> initial_loads() const override;
  Cycle work(TaskId task) override;
  bool knows_work() const override { return true; }
  std::int64_t finish(TaskId task) override;

 private:
  /// A task: its chain, and its place in it.
  using Place = std::pair<std::size_t, std::size_t>;

  std::vector<Load> loads_;
  std::vector<ReplayedChain> chains_;
  TaskContents<Place> alive_;
};

}  // namespace isobar
