// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/lueling_monien.h"
#include "sim/reproduce/lueling_monien.h"
#include "sim/reproduce/lueling_monien_runs.h"

namespace isobar {

Reproduction lueling_monien_theorem4(Lab& lab) {
  constexpr int runs = 20;
  constexpr double limit = 4;
  Reproduction r;
  r.table.columns = {"δ",    "f", "time step", "greatest expected load", "least expected load",
                     "bound"};
  r.plot = {"Expected loads and the bound of theorem 4, δ = 1, f = 1.1", "time step",
            "load (packets)"};
  for (const int delta : {1, 4}) {
    for (const double f : {1.1, 1.8}) {
      const auto all = phases_runs(lab, {fmt::format("delta={},f={},C=4", delta, f), runs});
      const LuelingMonien proved(phases_nodes, delta, f);
      double nearest = 0;
      Series greatest{"greatest", {}};
      Series least{"least", {}};
      Series bound{"bound", {}, Series::Style::published};
      for (std::int64_t step = 1; step <= phases_steps; ++step) {
        const auto [low, high] = all.extreme_means(step);
        const double allowed = proved.theorem_4_any_n(low, limit);
        nearest = std::max(nearest, high / allowed);
        const auto x = static_cast<double>(step);
        greatest.points.emplace_back(x, high);
        least.points.emplace_back(x, low);
        bound.points.emplace_back(x, allowed);
        if (step % 50 == 0) {
          r.table.rows.push_back({std::int64_t{delta}, f, step, high, low, allowed});
        }
      }
      if (r.plot.series.empty()) r.plot.series = {greatest, least, bound};
      r.comparisons.push_back(claim(
          fmt::format("δ = {}, f = {}: E(l_i) ≤ f²·δ/(δ+1−f)·(E(l_j) + C) at every step", delta, f),
          "so", fmt::format("E(l_i) is {:.2f} of the bound at most", nearest), nearest <= 1));
    }
  }
  r.remarks = {
      fmt::format("Of all 64 processors the one with the greatest mean load and the one with the "
                  "least, over {} runs of the application phases (Section 7); what the means of so "
                  "few runs stray makes their ratio larger. C = 4.",
                  runs)};
  return r;
}

}  // namespace isobar
