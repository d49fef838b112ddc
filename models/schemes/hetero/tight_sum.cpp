// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "models/schemes/hetero/selection.h"

namespace isobar {

// The knapsack without weights, which keeps of equal sums the first that it finds: from the largest
// task on that is one of few tasks.
Selection select_tight_sum(const std::vector<MovableTask>& tasks, double amount,
                           const SelectionSetting& /*setting*/) {
  SelectionSetting sums;
  sums.combinations = 1000;
  Selection order(tasks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return tasks[a].load > tasks[b].load; });
  std::vector<MovableTask> sorted;
  for (const auto place : order) sorted.push_back({tasks[place].load, 0, 0});
  auto chosen = select_knapsack(sorted, amount, sums);
  for (auto& place : chosen) place = order[place];
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace isobar
