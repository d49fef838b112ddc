// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/packing.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace isobar {

std::vector<std::vector<std::size_t>> pack(const std::vector<double>& costs, double seconds,
                                           std::size_t most_tasks) {
  if (costs.empty()) return {};
  const double fitting = std::accumulate(costs.begin(), costs.end(), 0.0) / seconds;
  const auto most = std::min(most_tasks, costs.size());
  const auto count = fitting < static_cast<double>(most)
                         ? std::max<std::size_t>(1, static_cast<std::size_t>(fitting))
                         : most;

  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });

  using Task = std::pair<double, std::size_t>;  // what it has to do, number
  std::priority_queue<Task, std::vector<Task>, std::greater<>> idlest;
  for (std::size_t task = 0; task < count; ++task) idlest.emplace(0.0, task);
  std::vector<std::vector<std::size_t>> tasks(count);
  for (const auto job : order) {
    const auto [load, task] = idlest.top();
    idlest.pop();
    tasks[task].push_back(job);
    idlest.emplace(load + costs[job], task);
  }
  for (auto& task : tasks) std::sort(task.begin(), task.end());
  return tasks;
}

}  // namespace isobar
