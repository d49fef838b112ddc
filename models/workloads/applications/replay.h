// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/workloads/application.h"

namespace isobar {

/// Tasks whose work is known beforehand, as measured on some machine. No task creates another.
class Replay final : public Application {
 public:
  /// Cycles ≥ 1 of each PE's tasks, by node.
  explicit Replay(const std::vector<std::vector<Cycle>>& work);

  std::vector<Load> initial_loads() const override;
  Cycle work(TaskId task) override;
  bool knows_work() const override { return true; }
  std::int64_t finish(TaskId task) override;

 private:
  std::vector<Load> loads_;
  std::vector<Cycle> work_;  ///< by task
};

}  // namespace isobar
