// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "models/schemes/hetero/combinations.h"
#include "models/schemes/hetero/selection.h"

namespace isobar {
namespace {

/// Keeps the one of most value of each interval of `width`, which is the last.
void thin(Combinations::Entries& entries, double width) {
  const auto interval = [width](const auto& entry) { return std::floor(entry.load / width); };
  const auto kept =
      std::unique(entries.rbegin(), entries.rend(),
                  [&](const auto& a, const auto& b) { return interval(a) == interval(b); });
  entries.erase(entries.begin(), kept.base());
}

}  // namespace

Selection select_knapsack(const std::vector<MovableTask>& tasks, double amount,
                          const SelectionSetting& setting) {
  if (!(amount > 0)) return {};
  const double width = amount / static_cast<double>(setting.combinations);
  const auto thin_many = [&](Combinations::Entries& entries) {
    if (entries.size() > setting.combinations) thin(entries, width);
  };
  Combinations combinations;
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    const auto& [load, bytes, lost] = tasks[task];
    const double value = load - setting.per_byte * bytes - setting.per_lost_byte * lost;
    if (value > 0) combinations.add(task, load, value, amount, thin_many);
  }
  auto chosen = combinations.tasks(combinations.entries().back());
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace isobar
