// SPDX-License-Identifier: Apache-2.0
// "All processors are supplied with load elements in a very short time": how short it is.
#include <fmt/format.h>

#include <cmath>

#include "sim/fits/fit.h"
#include "sim/reproduce/counted.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/lab.h"

namespace isobar {
namespace {

/// By dimensions − 1.
const std::vector<std::vector<int>> sides = {
    {16, 32, 64, 128, 256}, {8, 16, 32, 64}, {4, 8, 12, 16}};

/// "O(D · K)" against the steps with all tasks on one PE, which gives one of them in each dimension
/// a step: K^D - 1 others need one.
void compare(Reproduction& r, unsigned d, const Series& series) {
  const double exponent = fit_exponent(series.points);
  const auto grows =
      claim(fmt::format("exponent of the steps to share in K, all tasks on one PE, D = {}", d),
            "O(D · K): 1", number(exponent, 2), around(1, 0.1));
  if (d == 1) {
    r.comparisons.push_back(grows);
    return;
  }
  const auto why = fmt::format(
      "the PE gives one task in each dimension a step, and K^{0} - 1 others need one: at least "
      "(K^{0} - 1)/{0} steps, and here at most half more",
      d);
  const auto [side, steps] = series.points.back();
  const double least = (std::pow(side, d) - 1) / d / (d * side);
  r.comparisons.push_back(grows.explained(around(d, 0.1), why));
  r.comparisons.push_back(
      claim(fmt::format("steps to share, times D · K, D = {}, K = {:.0f}", d, side),
            "O(D · K): about 1", number(steps / (d * side), 1), at_most(2))
          .explained(Band{least, 1.5 * least}, why));
}

/// The same from random loads, of which one PE in 31 has none.
Comparison from_random_loads(const Lab& lab) {
  constexpr int seeds = 100;
  std::vector<Setup> setups;
  for (unsigned d = 1; d <= sides.size(); ++d) {
    for (int seed = 1; seed <= seeds; ++seed) {
      setups.push_back({equal_torus(static_cast<int>(d), sides[d - 1].front()),
                        "lm-c5",
                        "uniform:0..30",
                        {{"seed", std::to_string(seed)}}});
    }
  }
  const auto runs = lab.run(setups);
  Count within;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto fabric = Fabric::parse(setups[i].fabric);
    const auto bound = std::int64_t{fabric.dimensions()} * fabric.radix(1);
    within.add(runs[i].to_share && runs[i].to_share->steps <= bound);
  }
  return claim_always("shared within D · K steps, loads of 0 to 30", "O(D · K)", within);
}

}  // namespace

Reproduction henrich_sharing(Lab& lab) {
  Reproduction r;
  r.table.columns = {"fabric", "D", "K", "steps to share", "D · K", "(K^D - 1)/D"};
  r.plot = {"Steps of lm-c5 until every PE has a task", "K", "steps", true, true};
  for (unsigned d = 1; d <= sides.size(); ++d) {
    std::vector<Setup> setups;
    for (const int side : sides[d - 1])
      setups.push_back({equal_torus(static_cast<int>(d), side), "lm-c5", "spike:5"});
    const auto runs = lab.run(setups);
    Series series{fmt::format("{} dimensions", d), {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const auto side = std::int64_t{sides[d - 1][i]};
      const auto& shared = runs[i].to_share;
      series.points.emplace_back(side, shared ? static_cast<double>(shared->steps) : 0);
      r.table.rows.push_back({setups[i].fabric, std::int64_t{d}, side,
                              cell(shared, &Instant::steps), d * side,
                              (std::pow(side, d) - 1) / d});
    }
    compare(r, d, series);
    r.plot.series.push_back(series);
  }
  r.comparisons.push_back(from_random_loads(lab));
  r.remarks = {
      "The statement stands in the footnote to Theorem 1, which supposes that every PE has a task. "
      "It holds on rings, and where few PEs have none; not for the paper's own worst case in more "
      "than one dimension."};
  return r;
}

}  // namespace isobar
