// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/workloads/application.h"

namespace isobar::test {

/// Random trees: the tasks at the start are their roots, and what comes of one of them is
/// `size` tasks in all, itself among them.
struct RandomTrees {
  std::vector<Load> roots;  ///< by node
  std::int64_t size = 1;
  Cycle most_work = 1;
  std::int64_t most_children = 1;
  std::uint64_t seed = 1;

  std::int64_t total() const;
};

/// Its figures tell in which order tasks were worked on. `executed`, if given, receives that order.
std::unique_ptr<Application> random_application(
    const RandomTrees& trees, std::shared_ptr<std::vector<TaskId>> executed = nullptr);

}  // namespace isobar::test
