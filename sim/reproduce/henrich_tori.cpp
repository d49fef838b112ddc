// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "sim/fits/fit.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/lab.h"

namespace isobar {
namespace {

const std::vector<std::int64_t> sides = {4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64};
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
    for (const auto side : sides) {
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
    for (std::size_t i = 0; i < sides.size(); ++i) {
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

Reproduction figure_7(const std::vector<std::vector<Torus>>& all, const std::string& title) {
  Reproduction r;
  r.table.columns = {"condition", "PEs", "steps to share", "steps to balance"};
  r.plot = {title, "PEs", "steps"};
  for (std::size_t c = 0; c < conditions.size(); ++c) {
    Series share{conditions[c] + ", shared", {}};
    Series balance{conditions[c] + ", balanced", {}};
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const auto pes = sides[i] * sides[i];
      const auto& torus = all[c][i];
      r.table.rows.push_back({conditions[c], pes, cell(torus.share), cell(torus.balance)});
      if (torus.share) share.points.emplace_back(pes, *torus.share);
      if (torus.balance) balance.points.emplace_back(pes, *torus.balance);
    }
    if (balance.points.size() > 3) r.plot.series.push_back(balance);
    if (share.points.size() > 3) r.plot.series.push_back(share);
    if (c < 3 || balance.points.size() < 4) continue;
    const auto line = fit_polynomial(balance.points, 1);
    r.comparisons.push_back(claim("steps to balance against PEs, " + conditions[c],
                                  "an only linear time dependency",
                                  fmt::format("exponent {:.2f}, R² of a straight line {:.3f}",
                                              fit_exponent(balance.points), line.r_squared),
                                  fit_exponent(balance.points) < 1.05));
  }
  return r;
}

}  // namespace

Reproduction henrich_fig7a(Lab& lab) {
  const auto all = measure(lab, "spike:5", 1);
  auto r = figure_7(all, "Liquid on square tori, all 5P tasks on one PE");
  std::int64_t apart = 0;
  std::int64_t longest = 0;
  std::size_t same = 0;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const auto [least, most] =
        std::minmax({all[3][i].balance.value_or(0), all[4][i].balance.value_or(0),
                     all[5][i].balance.value_or(0)});
    apart = std::max(apart, most - least);
    longest = std::max(longest, most);
    same += most == least ? 1 : 0;
  }
  const auto why = apart == 1
                       ? fmt::format(
                             "from loads of 2 on they do the same, below they share differently, "
                             "which moves the end by one step of up to {}",
                             longest)
                       : "";
  r.comparisons.push_back(claim("C3, C4 and C5 need as many steps to balance", "identical",
                                fmt::format("on {} of {} tori", same, sides.size()), apart == 0,
                                why));
  return r;
}

Reproduction henrich_fig7b(Lab& lab) {
  constexpr std::int64_t seeds = 5;
  auto r = figure_7(measure(lab, "uniform:0..100", seeds),
                    "Liquid on square tori, loads of 0 to 100 tasks");
  r.remarks = {
      fmt::format("Each figure is the median of {} random loads (seeds 1 to {}).", seeds, seeds),
      "\"An only linear\" dependency is read as an upper bound: from random loads the time grows "
      "more slowly than the number of PEs."};
  return r;
}

}  // namespace isobar
