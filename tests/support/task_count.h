// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/link/task.h"

namespace isobar::test {

/// Of the tasks that a run leaves.
struct TaskCount {
  std::int64_t tasks = 0;
  bool all_differ = false;  ///< none is there twice
};

TaskCount count_tasks(const std::vector<std::vector<Task>>& queues);

}  // namespace isobar::test
