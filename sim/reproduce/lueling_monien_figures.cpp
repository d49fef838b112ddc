// SPDX-License-Identifier: Apache-2.0
// Figures 7 to 10: balancing quality over time and over processors.
#include <fmt/format.h>

#include <array>

#include "sim/reproduce/lueling_monien.h"
#include "sim/reproduce/lueling_monien_runs.h"

namespace isobar {
namespace {

constexpr int runs = 100;
constexpr std::array<double, 2> factors = {1.1, 1.8};
constexpr std::array<std::int64_t, 3> moments = {50, 200, 400};

using ByFactor = std::array<PhasesRuns, factors.size()>;

ByFactor runs_by_factor(const Lab& lab, int delta) {
  ByFactor all;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    all[k] = phases_runs(lab, delta, factors[k], runs);
  }
  return all;
}

/// The difference of greatest and least load, averaged over all steps.
double mean_spread(const PhasesRuns& all) {
  double sum = 0;
  for (std::int64_t step = 1; step <= phases_steps; ++step) {
    const auto range = all.at(step);
    sum += static_cast<double>(range.greatest - range.least);
  }
  return sum / static_cast<double>(phases_steps);
}

std::array<double, factors.size()> mean_spreads(const ByFactor& by_factor) {
  std::array<double, factors.size()> spreads{};
  for (std::size_t k = 0; k < factors.size(); ++k) spreads[k] = mean_spread(by_factor[k]);
  return spreads;
}

constexpr auto no_curves = "the curves are not in the text";

Reproduction over_time(const ByFactor& by_factor, int delta) {
  Reproduction r;
  r.table.columns = {"time step", "f", "mean load", "least load", "greatest load"};
  r.plot = {fmt::format("Loads of 64 processors in {} runs, δ = {}", runs, delta), "time step",
            "load (packets)"};
  for (std::size_t k = 0; k < factors.size(); ++k) {
    const double f = factors[k];
    const auto& all = by_factor[k];
    Series mean{fmt::format("mean, f = {}", f), {}};
    Series least{fmt::format("least, f = {}", f), {}};
    Series greatest{fmt::format("greatest, f = {}", f), {}};
    for (std::int64_t step = 0; step <= phases_steps; ++step) {
      const auto range = all.at(step);
      const auto x = static_cast<double>(step);
      mean.points.emplace_back(x, range.mean());
      least.points.emplace_back(x, static_cast<double>(range.least));
      greatest.points.emplace_back(x, static_cast<double>(range.greatest));
      if (step % 10 == 0) {
        r.table.rows.push_back({step, f, range.mean(), range.least, range.greatest});
      }
    }
    for (const auto& series : {mean, least, greatest}) r.plot.series.push_back(series);
    const auto end = all.at(phases_steps);
    r.comparisons.push_back(no_number(
        fmt::format("loads after 500 steps, f = {}", f),
        fmt::format("mean {:.1f}, from {} to {}", end.mean(), end.least, end.greatest), no_curves));
  }
  const auto spreads = mean_spreads(by_factor);
  r.comparisons.push_back(claim(
      "a lower f balances better", "so",
      fmt::format("greatest less least load, mean over time: {:.1f} at f = 1.1, {:.1f} at f = 1.8",
                  spreads[0], spreads[1]),
      spreads[0] < spreads[1]));
  r.remarks = {
      fmt::format("Mean, least and greatest load of any processor in {} runs, each with "
                  "phases of its own; C = 4.",
                  runs)};
  return r;
}

Reproduction over_processors(const ByFactor& by_factor, int delta) {
  Reproduction r;
  r.table.columns = {"time step", "f", "processor", "mean load", "least load", "greatest load"};
  r.plot = {fmt::format("Loads by processor in {} runs, δ = {}", runs, delta), "processor",
            "load (packets)"};
  for (std::size_t k = 0; k < factors.size(); ++k) {
    const double f = factors[k];
    const auto& all = by_factor[k];
    for (const auto step : moments) {
      Series mean{fmt::format("t = {}, f = {}", step, f), {}};
      const auto& loads = all.loads[static_cast<std::size_t>(step)];
      for (Node node = 0; node < phases_nodes; ++node) {
        const auto& one = loads[node];
        mean.points.emplace_back(node, one.mean());
        r.table.rows.push_back({step, f, std::int64_t{node}, one.mean(), one.least, one.greatest});
      }
      r.plot.series.push_back(mean);
      const auto range = all.at(step);
      const auto [low, high] = all.extreme_means(step);
      r.comparisons.push_back(
          no_number(fmt::format("t = {}, f = {}", step, f),
                    fmt::format("expected loads from {:.1f} to {:.1f}; loads from {} to {}", low,
                                high, range.least, range.greatest),
                    no_curves));
    }
  }
  r.remarks = {fmt::format("{} runs, each with phases of its own; C = 4.", runs)};
  return r;
}

}  // namespace

Reproduction lueling_monien_fig7(Lab& lab) { return over_time(runs_by_factor(lab, 1), 1); }
Reproduction lueling_monien_fig8(Lab& lab) { return over_time(runs_by_factor(lab, 4), 4); }
Reproduction lueling_monien_fig9(Lab& lab) { return over_processors(runs_by_factor(lab, 1), 1); }

Reproduction lueling_monien_fig10(Lab& lab) {
  const auto by_factor = runs_by_factor(lab, 4);
  auto r = over_processors(by_factor, 4);
  const auto few = mean_spreads(runs_by_factor(lab, 1));
  const auto many = mean_spreads(by_factor);
  r.comparisons.push_back(claim(
      "δ has a large impact, f a minor one where δ is large", "so",
      fmt::format("greatest less least load, mean over time: δ = 1: {:.1f} (f = 1.1), {:.1f} (f = "
                  "1.8); δ = 4: {:.1f}, {:.1f}",
                  few[0], few[1], many[0], many[1]),
      many[0] < few[0] && many[1] < few[1] && many[1] - many[0] < few[1] - few[0]));
  return r;
}

}  // namespace isobar
