// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sim/fits/fit.h"
#include "sim/reproduce/counted.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/lab.h"

namespace isobar {
namespace {

const std::vector<std::int64_t> torus_sides = {4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64};
const std::vector<std::string> conditions = {"lm-c0", "lm-c1", "lm-c2", "lm-c3", "lm-c4", "lm-c5"};

/// The median of the steps until a goal, if all of the runs reached it.
std::optional<std::int64_t> middle(const std::vector<std::optional<Instant>>& instants) {
  std::vector<std::int64_t> steps;
  for (const auto& instant : instants) {
    if (!instant) return std::nullopt;
    steps.push_back(instant->steps);
  }
  std::sort(steps.begin(), steps.end());
  return steps[steps.size() / 2];
}

struct Torus {
  std::optional<std::int64_t> share;
  std::optional<std::int64_t> balance;
};

/// Steps by condition and side.
std::vector<std::vector<Torus>> measure(Lab& lab, const std::string& load, std::int64_t seeds) {
  std::vector<Setup> setups;
  for (const auto& condition : conditions) {
    for (const auto side : torus_sides) {
      for (std::int64_t seed = 1; seed <= seeds; ++seed) {
        setups.push_back({fmt::format("torus:{0}x{0}", side),
                          condition,
                          load,
                          {{"seed", fmt::format("{}", seed)},
                           {"max_steps", fmt::format("{}", 40 * side * side)}}});
      }
    }
  }
  const auto runs = lab.run(setups);
  std::vector<std::vector<Torus>> all(conditions.size());
  auto run = runs.begin();
  for (auto& tori : all) {
    for (std::size_t i = 0; i < torus_sides.size(); ++i) {
      std::vector<std::optional<Instant>> share;
      std::vector<std::optional<Instant>> balance;
      for (std::int64_t seed = 1; seed <= seeds; ++seed, ++run) {
        share.push_back(run->to_share);
        balance.push_back(run->to_balance);
      }
      tori.push_back({middle(share), middle(balance)});
    }
  }
  return all;
}

Reproduction figure_7(const std::vector<std::vector<Torus>>& all, const std::string& title,
                      Comparison (*compare_growth)(const std::string&, const Series&)) {
  Reproduction r;
  r.table.columns = {"condition", "PEs", "steps to share", "steps to balance"};
  r.plot = {title, "PEs", "steps"};
  for (std::size_t c = 0; c < conditions.size(); ++c) {
    Series share{conditions[c] + ", shared", {}};
    Series balance{conditions[c] + ", balanced", {}};
    for (std::size_t i = 0; i < torus_sides.size(); ++i) {
      const auto pes = torus_sides[i] * torus_sides[i];
      const auto& torus = all[c][i];
      r.table.rows.push_back({conditions[c], pes, cell(torus.share), cell(torus.balance)});
      if (torus.share) share.points.emplace_back(pes, *torus.share);
      if (torus.balance) balance.points.emplace_back(pes, *torus.balance);
    }
    if (balance.points.size() > 3) r.plot.series.push_back(balance);
    if (share.points.size() > 3) r.plot.series.push_back(share);
    if (c < 3) continue;
    r.comparisons.push_back(compare_growth(conditions[c], balance));
  }
  return r;
}

/// The exponent of the steps to balance in the number of PEs; it is that of all tori or none.
Comparison linear_growth(const std::string& condition, const Series& balance) {
  Measured measured{std::numeric_limits<double>::quiet_NaN(), "not balanced on all tori"};
  if (balance.points.size() == torus_sides.size())
    measured = number(fit_exponent(balance.points), 3);
  return claim("exponent of the steps to balance in PEs, " + condition,
               "an only linear time dependency", measured, around(1, 0.05));
}

Comparison growth_from_random_loads(const std::string& condition, const Series& balance) {
  return linear_growth(condition, balance)
      .explained(Band{0.1, 0.5},
                 "the difference at first is 100 whatever the size, so that Theorem 3 itself "
                 "allows for no more than K, the root of the number of PEs");
}

/// All tasks, 5P, on one PE, but for `floor` on each of the others.
std::vector<Load> on_one_pe(std::int64_t pes, Load floor) {
  std::vector<Load> loads(static_cast<std::size_t>(pes), floor);
  loads[0] = 5 * pes - floor * (pes - 1);
  return loads;
}

/// On how many tori C3, C4 and C5 need as many steps if every PE has two tasks from the start.
Count same_from_two_on(const Lab& lab) {
  std::vector<std::int64_t> steps(3 * torus_sides.size());
  lab.each(steps.size(), [&](std::size_t i) {
    const auto side = torus_sides[i / 3];
    const Setup setup{fmt::format("torus:{0}x{0}", side), conditions[3 + i % 3], "spike:5"};
    const auto run = lab.run(experiment_of(setup, on_one_pe(side * side, 2)));
    steps[i] = run.to_balance ? run.to_balance->steps : -1;
  });
  Count same;
  for (std::size_t i = 0; i < steps.size(); i += 3) {
    same.add(steps[i] > 0 && steps[i] == steps[i + 1] && steps[i] == steps[i + 2]);
  }
  return same;
}

}  // namespace

Reproduction henrich_fig7a(Lab& lab) {
  const auto all = measure(lab, "spike:5", 1);
  auto r = figure_7(all, "Liquid on square tori, all 5P tasks on one PE", linear_growth);
  Count same;
  Count at_bound;
  std::int64_t apart = 0;
  for (std::size_t i = 0; i < torus_sides.size(); ++i) {
    const auto [least, most] =
        std::minmax({all[3][i].balance.value_or(0), all[4][i].balance.value_or(0),
                     all[5][i].balance.value_or(0)});
    same.add(most == least && least > 0);
    apart = std::max(apart, most - least);
    // PE 0 gives one task in each of two dimensions, until it has one above the mean of 5.
    at_bound.add(all[5][i].balance == (5 * torus_sides[i] * torus_sides[i] - 6) / 2);
  }
  const auto from_two = same_from_two_on(lab);
  r.comparisons.push_back(
      claim_always("C3, C4 and C5 need as many steps to balance", "identical", same)
          .explained(from_two.always() && apart <= 1,
                     fmt::format("identical {} where all have 2 tasks from the start; here at most "
                                 "a step apart",
                                 from_two.measured().text),
                     "from loads of 2 on the three do the same, below they share differently, "
                     "which can move the end by a step"));
  r.comparisons.push_back(claim_always(
      "lm-c5 needs (5P - 6)/2 steps, in which PE 0 gives its tasks away", "linear", at_bound));
  return r;
}

Reproduction henrich_fig7b(Lab& lab) {
  constexpr std::int64_t seeds = 5;
  auto r = figure_7(measure(lab, "uniform:0..100", seeds),
                    "Liquid on square tori, loads of 0 to 100 tasks", growth_from_random_loads);
  r.remarks = {
      fmt::format("Each figure is the median of {} random loads (seeds 1 to {}).", seeds, seeds)};
  return r;
}

}  // namespace isobar
