// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/link/task.h"
#include "models/types.h"

namespace isobar::test {

/// How many tasks a run leaves.
struct TaskCount {
  std::int64_t tasks = 0;
  bool all_differ = false;  ///< none is there twice
};

/// Their identities, ascending; and those of a run that starts with `loads` and creates none.
std::vector<std::uint64_t> identities(const std::vector<std::vector<Task>>& queues);
std::vector<std::uint64_t> initial_identities(const std::vector<Load>& loads);

TaskCount count_tasks(const std::vector<std::vector<Task>>& queues);

}  // namespace isobar::test
