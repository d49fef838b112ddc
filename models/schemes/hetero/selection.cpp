// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "models/errors.h"

namespace isobar {

Selection select_greedy(const std::vector<MovableTask>& tasks, double amount,
                        const SelectionSetting& /*setting*/) {
  Selection order(tasks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return tasks[a].load > tasks[b].load; });
  Selection chosen;
  double given = 0;
  for (const auto task : order) {
    if (tasks[task].load <= 0 || given + tasks[task].load > amount) continue;
    given += tasks[task].load;
    chosen.push_back(task);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

const std::vector<SelectionMethod>& selection_methods() {
  static const std::vector<SelectionMethod> all = {
      {"greedy", "the largest task that still fits, again and again", select_greedy},
      {"subset_sum", "the subset sum nearest to the transfer, within a share of it",
       select_subset_sum},
      {"tight_sum", "the sum nearest to the transfer, of large tasks rather than of small ones",
       select_tight_sum},
      {"knapsack", "the most load for its transfer cost and lost locality", select_knapsack}};
  return all;
}

Selection with_one_more(const std::vector<MovableTask>& tasks, double amount, Selection chosen) {
  double missing = amount;
  for (const auto task : chosen) missing -= tasks[task].load;
  std::optional<std::size_t> best;
  double nearest = missing;
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    if (tasks[task].load <= 0 || std::binary_search(chosen.begin(), chosen.end(), task)) continue;
    const double apart = std::abs(missing - tasks[task].load);
    if (apart >= nearest) continue;
    nearest = apart;
    best = task;
  }
  if (best) chosen.insert(std::upper_bound(chosen.begin(), chosen.end(), *best), *best);
  return chosen;
}

namespace {

double left_of(const std::vector<double>& amount, const std::vector<double>& load) {
  double sum = 0;
  for (std::size_t i = 0; i < amount.size(); ++i) sum += std::abs(amount[i] - load[i]);
  return sum;
}

}  // namespace

Selection select_nearest(const std::vector<std::vector<double>>& loads,
                         std::vector<double> amount) {
  std::vector<bool> taken(loads.size(), false);
  Selection chosen;
  for (;;) {
    double least = left_of(amount, std::vector<double>(amount.size(), 0));
    std::optional<std::size_t> nearest;
    for (std::size_t task = 0; task < loads.size(); ++task) {
      if (taken[task]) continue;
      const double left = left_of(amount, loads[task]);
      if (left >= least) continue;
      least = left;
      nearest = task;
    }
    if (!nearest) break;
    taken[*nearest] = true;
    chosen.push_back(*nearest);
    for (std::size_t i = 0; i < amount.size(); ++i) amount[i] -= loads[*nearest][i];
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace isobar
