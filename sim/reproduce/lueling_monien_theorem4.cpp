// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/lueling_monien.h"
#include "sim/reproduce/lueling_monien.h"
#include "sim/reproduce/lueling_monien_runs.h"

namespace isobar {
namespace {

constexpr int theorem4_runs = 50;
constexpr int pattern = 1;
constexpr double limit = 4;

/// How near the expected loads of two processors come to a bound: the greatest E(l_i) over it.
struct Nearest {
  double any_time = 0;  ///< Theorem 4(2), which holds whatever the local time is
  double by_time = 0;   ///< Theorem 4(1), with the local time of processor i
};

void compare_with_bounds(const LuelingMonien& proved, const PhasesRuns& all, std::int64_t step,
                         Nearest& to) {
  const auto at = static_cast<std::size_t>(step);
  const auto [low, high] = all.extreme_means(step);
  to.any_time = std::max(to.any_time, high / proved.theorem_4_any_n(low, limit));
  if (at >= all.local_times.size()) return;
  for (Node node = 0; node < phases_nodes; ++node) {
    const double allowed = proved.theorem_4(all.local_times[at][node], low, limit);
    to.by_time = std::max(to.by_time, all.loads[at][node].mean() / allowed);
  }
}

Measured of_bound(double share) { return {share, fmt::format("{:.2f} of the bound", share)}; }

}  // namespace

Reproduction lueling_monien_theorem4(Lab& lab) {
  Reproduction r;
  r.table.columns = {"δ",
                     "f",
                     "time step",
                     "greatest expected load",
                     "least expected load",
                     "bound (2)",
                     "fewest operations"};
  r.plot = {"Expected loads and the bound of theorem 4, δ = 1, f = 1.1", "time step",
            "load (packets)"};
  const auto unbalanced = unbalanced_phases(pattern);
  for (const int delta : {1, 4}) {
    for (const double f : {1.1, 1.8}) {
      const auto all = phases_runs(
          lab, {fmt::format("delta={},f={},C={}", delta, f, limit), theorem4_runs, pattern});
      const LuelingMonien proved(phases_nodes, delta, f);
      Nearest nearest;
      Nearest without;
      Series greatest{"greatest", {}};
      Series least{"least", {}};
      Series bound{"bound", {}, Series::Style::published};
      for (std::int64_t step = 1; step <= phases_steps; ++step) {
        compare_with_bounds(proved, all, step, nearest);
        compare_with_bounds(proved, unbalanced, step, without);
        const auto [low, high] = all.extreme_means(step);
        const double allowed = proved.theorem_4_any_n(low, limit);
        const auto x = static_cast<double>(step);
        greatest.points.emplace_back(x, high);
        least.points.emplace_back(x, low);
        bound.points.emplace_back(x, allowed);
        if (step % 50 != 0) continue;
        Cell fewest;
        if (step < phases_steps) {
          const auto& times = all.local_times[static_cast<std::size_t>(step)];
          fewest = *std::min_element(times.begin(), times.end());
        }
        r.table.rows.push_back({std::int64_t{delta}, f, step, high, low, allowed, fewest});
      }
      if (r.plot.series.empty()) r.plot.series = {greatest, least, bound};
      const auto label = fmt::format("δ = {}, f = {}: ", delta, f);
      r.comparisons.push_back(claim(label + "(1) E(l_i) ≤ f²·G^t'(1)·(E(l_j) + C) at every step",
                                    "so", of_bound(nearest.by_time), at_most(1)));
      r.comparisons.push_back(claim(label + "(2) E(l_i) ≤ f²·δ/(δ+1−f)·(E(l_j) + C) at every step",
                                    "so", of_bound(nearest.any_time), at_most(1)));
      r.comparisons.push_back(claim(label + "without balancing (2) does not hold", "so",
                                    of_bound(without.any_time), at_least(1)));
    }
  }
  r.remarks = {
      fmt::format("Of all 64 processors the one with the greatest mean load and the one with the "
                  "least, over {} runs of one pattern of the application phases (Section 7); what "
                  "the means stray makes their ratio larger. C = 4. Had each run phases of its "
                  "own, all processors would have the same expected load without any balancing.",
                  theorem4_runs),
      "t' of (1), the local time, is the fewest balancing operations that the processor had begun "
      "in any run: G^t(1) grows with t, so that this is the narrowest bound."};
  return r;
}

}  // namespace isobar
