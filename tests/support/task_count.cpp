// SPDX-License-Identifier: Apache-2.0
#include "tests/support/task_count.h"

#include <set>

namespace isobar::test {

TaskCount count_tasks(const std::vector<std::vector<Task>>& queues) {
  std::int64_t all = 0;
  std::set<std::uint64_t> ids;
  for (const auto& queue : queues) {
    all += static_cast<std::int64_t>(queue.size());
    for (const auto& task : queue) ids.insert(task.id);
  }
  return {all, static_cast<std::int64_t>(ids.size()) == all};
}

}  // namespace isobar::test
