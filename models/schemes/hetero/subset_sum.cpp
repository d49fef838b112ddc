// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/schemes/hetero/combinations.h"
#include "models/schemes/hetero/selection.h"

namespace isobar {
namespace {

/// Small tasks, the largest first.
class Fillers {
 public:
  Fillers(const std::vector<MovableTask>& tasks, Selection places)
      : tasks_(tasks), places_(std::move(places)) {
    std::stable_sort(places_.begin(), places_.end(),
                     [&](std::size_t a, std::size_t b) { return tasks[a].load > tasks[b].load; });
    for (const auto place : places_) sums_.push_back(sums_.back() + tasks[place].load);
  }

  /// What the first ones that fit together have.
  double fit(double room) const {
    return *std::prev(std::upper_bound(sums_.begin(), sums_.end(), room));
  }

  void fill(double room, Selection& chosen) const {
    for (const auto place : places_) {
      if (tasks_[place].load > room) continue;
      room -= tasks_[place].load;
      chosen.push_back(place);
    }
  }

 private:
  const std::vector<MovableTask>& tasks_;
  Selection places_;
  std::vector<double> sums_ = {0};
};

/// Keeps the smallest of each interval of `width`.
void trim(Combinations::Entries& sums, double width) {
  const auto interval = [width](const auto& sum) { return std::floor(sum.load / width); };
  const auto end = std::unique(sums.begin(), sums.end(), [&](const auto& a, const auto& b) {
    return interval(a) == interval(b);
  });
  sums.erase(end, sums.end());
}

}  // namespace

// Fewer than 1/ε tasks above ε·ΔL make a sum. Trimming never raises it, and loses one interval of
// ε²·ΔL/(1 + ε) for each of its tasks and one more: at most ε·ΔL. Of the smaller tasks either all
// fit behind it, or less than one of them is missing in the end.
Selection select_subset_sum(const std::vector<MovableTask>& tasks, double amount,
                            const SelectionSetting& setting) {
  if (!(amount > 0)) return {};
  const double small = setting.epsilon * amount;
  const double width = setting.epsilon * small / (1 + setting.epsilon);
  const auto trim_many = [&](Combinations::Entries& sums) {
    if (static_cast<double>(sums.size()) * width > amount) trim(sums, width);
  };
  Combinations combinations;
  Selection small_ones;
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    const double load = tasks[task].load;
    if (load <= 0) continue;
    if (load <= small) {
      small_ones.push_back(task);
    } else {
      combinations.add(task, load, load, amount, trim_many);
    }
  }
  const Fillers fillers(tasks, small_ones);
  const auto& sums = combinations.entries();
  const auto filled = [&](const auto& sum) { return sum.load + fillers.fit(amount - sum.load); };
  const auto best = std::max_element(sums.begin(), sums.end(), [&](const auto& a, const auto& b) {
    return filled(a) < filled(b);
  });
  auto chosen = combinations.tasks(*best);
  fillers.fill(amount - best->load, chosen);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace isobar
