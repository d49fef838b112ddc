// SPDX-License-Identifier: Apache-2.0
#include "tests/support/task_count.h"

#include <algorithm>
#include <numeric>
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

std::vector<std::uint64_t> identities(const std::vector<std::vector<Task>>& queues) {
  std::vector<std::uint64_t> ids;
  for (const auto& queue : queues) {
    for (const auto& task : queue) ids.push_back(task.id);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::vector<std::uint64_t> initial_identities(const std::vector<Load>& loads) {
  std::vector<std::uint64_t> all(
      static_cast<std::size_t>(std::accumulate(loads.begin(), loads.end(), Load{0})));
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return all;
}

}  // namespace isobar::test
