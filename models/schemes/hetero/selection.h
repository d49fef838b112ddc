// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace isobar {

/// A task of the giver, as far as selection looks at it.
struct MovableTask {
  double load = 0;   ///< work units, ≥ 0
  double bytes = 0;  ///< that its migration carries, ≥ 0
  double lost = 0;   ///< off-PE bytes more per iteration if it moved; below 0: that many fewer
};

struct SelectionSetting {
  /// ε of subset_sum, 0 < ε < 1: it stays within ε·ΔL of the best.
  double epsilon = 0.01;
  /// For knapsack: what moving a byte once, and a byte off PE per iteration, weigh against load, in
  /// work units.
  double per_byte = 0;
  double per_lost_byte = 0;
  /// For knapsack, ≥ 1: as many combinations are kept; with no more worth keeping it is exact.
  std::size_t combinations = 10'000;
};

/// Places in the list of tasks, ascending.
using Selection = std::vector<std::size_t>;

/// Which tasks to give for ΔL = `amount` (Watts, Rieffel and Taylor 1998, Task selection). None
/// gives more than ΔL; none gives anything for ΔL ≤ 0. Equal tasks: the first.
///
/// The largest task that still fits, again and again. What is missing is less than the smallest
/// task not chosen.
Selection select_greedy(const std::vector<MovableTask>& tasks, double amount,
                        const SelectionSetting& setting = {});
/// The subset sum problem approximated: at least the best sum less ε·ΔL, in n/ε² time.
Selection select_subset_sum(const std::vector<MovableTask>& tasks, double amount,
                            const SelectionSetting& setting = {});
/// The 0-1 knapsack problem: the most value, where a task's is its load less what its bytes and its
/// lost locality weigh. At least the most that ΔL·(1 − n/`combinations`) allows; no more than ΔL
/// in any case.
Selection select_knapsack(const std::vector<MovableTask>& tasks, double amount,
                          const SelectionSetting& setting = {});

/// The sum that comes nearest to ΔL, of few large tasks rather than of many small ones: no less
/// than ΔL·(1 − n/1000) where there is such a sum.
Selection select_tight_sum(const std::vector<MovableTask>& tasks, double amount,
                           const SelectionSetting& setting = {});

/// A method of selection, by name: `greedy`, `subset_sum`, `tight_sum`, `knapsack`.
struct SelectionMethod {
  std::string name;
  std::string help;  ///< one line
  Selection (*select)(const std::vector<MovableTask>&, double, const SelectionSetting&);
};

const std::vector<SelectionMethod>& selection_methods();

/// Where several resources are balanced at once: the task that comes nearest to `amount`, again and
/// again, as long as one comes nearer, by the sum of what is missing or over. Loads and amounts by
/// resource, in a unit that makes them comparable; an amount below 0 is to be got instead.
Selection select_nearest(const std::vector<std::vector<double>>& loads, std::vector<double> amount);

/// `chosen` and, if that comes nearer to ΔL, the one task more that comes nearest: what is over is
/// then less than what was missing. At most one largest task more.
Selection with_one_more(const std::vector<MovableTask>& tasks, double amount, Selection chosen);

}  // namespace isobar
