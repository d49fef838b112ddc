// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "sim/fits/fit.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/lab.h"

namespace isobar {
namespace {

using Points = std::vector<std::pair<double, double>>;

const std::vector<std::string> schemes = {"lm-c5", "nna", "nna-portions"};
constexpr int largest = 2048;

std::string ring(std::int64_t pes) { return fmt::format("ring:{}", pes); }
std::string spike(std::int64_t height) { return fmt::format("spike:{}", height); }

const std::string portions_why =
    "equal portions (equation 5); the paper's Figure 5 fits equation 4, its Table 3 equation 5";

double number(const std::optional<Instant>& instant) {
  return instant ? static_cast<double>(instant->shifts) : 0;
}

/// Figure 5's runs: `spike:5` on rings, by scheme and ring.
struct Rings {
  std::vector<std::int64_t> sizes;
  std::vector<std::vector<RunResult>> runs;
};

Rings figure_5(Lab& lab) {
  Rings rings;
  for (std::int64_t pes = 8; pes < 256; pes *= 2) rings.sizes.push_back(pes);
  for (std::int64_t pes = 256; pes <= largest; pes += 256) rings.sizes.push_back(pes);
  std::vector<Setup> setups;
  for (const auto& scheme : schemes) {
    for (const auto pes : rings.sizes) setups.push_back({ring(pes), scheme, spike(5)});
  }
  const auto all = lab.run(setups);
  auto next = all.begin();
  for (std::size_t i = 0; i < schemes.size(); ++i) {
    const auto end = next + static_cast<std::ptrdiff_t>(rings.sizes.size());
    rings.runs.emplace_back(next, end);
    next = end;
  }
  return rings;
}

using Reached = std::optional<Instant> RunResult::*;

Points points(const Rings& rings, std::size_t scheme, Reached goal) {
  Points points;
  for (std::size_t i = 0; i < rings.sizes.size(); ++i) {
    const auto& instant = rings.runs[scheme][i].*goal;
    if (instant) points.emplace_back(rings.sizes[i], number(instant));
  }
  return points;
}

DataTable table_of(const Rings& rings, Reached goal) {
  DataTable table;
  table.columns = {"PEs",         "lm-c5 (shifts)",      "nna (shifts)", "nna-portions (shifts)",
                   "nna / lm-c5", "nna-portions / lm-c5"};
  for (std::size_t i = 0; i < rings.sizes.size(); ++i) {
    std::vector<Cell> row = {rings.sizes[i]};
    for (const auto& runs : rings.runs) row.push_back(cell(runs[i].*goal, &Instant::shifts));
    const double liquid = number(rings.runs[0][i].*goal);
    for (std::size_t s = 1; s < schemes.size(); ++s) {
      const double other = number(rings.runs[s][i].*goal);
      row.push_back(cell(other > 0 ? std::optional(other / liquid) : std::nullopt));
    }
    table.rows.push_back(row);
  }
  return table;
}

Plot plot_of(const Rings& rings, Reached goal, const std::string& what, double published_ratio) {
  Plot plot{fmt::format("Time to {}, all 5P tasks on one PE of a ring", what), "PEs", "T (shifts)"};
  for (std::size_t s = 0; s < schemes.size(); ++s) {
    plot.series.push_back({schemes[s], points(rings, s, goal)});
  }
  auto published = points(rings, 0, goal);
  for (auto& point : published) point.second *= published_ratio;
  plot.series.push_back({fmt::format("published: NNA = {} LM", published_ratio), published,
                         Series::Style::published});
  return plot;
}

double ratio(const Rings& rings, std::size_t scheme, Reached goal) {
  return number(rings.runs[scheme].back().*goal) / number(rings.runs[0].back().*goal);
}

Reproduction figure_5_of(const Rings& rings, Reached goal, const std::string& what,
                         double published) {
  Reproduction r;
  r.table = table_of(rings, goal);
  r.plot = plot_of(rings, goal, what, published);
  const auto times = fmt::format("NNA to {}, times Liquid's T, P = {}", what, largest);
  r.comparisons.push_back(compare(times + " (nna)", published, ratio(rings, 1, goal)));
  r.comparisons.push_back(
      compare(times + " (nna-portions)", published, ratio(rings, 2, goal), 0, portions_why));
  r.remarks = {
      "The paper prints the curves, not their numbers; what it says of them in the text is "
      "compared."};
  return r;
}

}  // namespace

namespace {

/// "This insures that the perfectly balanced system state is actually reached".
Comparison always_level(Lab& lab) {
  std::vector<Setup> setups;
  for (int pes = 3; pes <= 64; ++pes) setups.push_back({ring(pes), "nna", spike(5)});
  const auto runs = lab.run(setups);
  const auto level = std::count_if(runs.begin(), runs.end(),
                                   [](const RunResult& run) { return run.to_balance.has_value(); });
  return claim("NNA's rounding (nna), rings of 3 to 64", "reaches the balanced state",
               fmt::format("on {} of {}", level, runs.size()),
               level == static_cast<std::ptrdiff_t>(runs.size()),
               "with rounding up and down too it can come to rest too early, as ring:24 does, 2 "
               "apart: the objection of Horton that the paper cites");
}

}  // namespace

Reproduction henrich_fig5a(Lab& lab) {
  auto r = figure_5_of(figure_5(lab), &RunResult::to_balance, "balance", 4);
  r.comparisons.push_back(always_level(lab));
  return r;
}

Reproduction henrich_fig5b(Lab& lab) {
  const auto rings = figure_5(lab);
  auto r = figure_5_of(rings, &RunResult::to_share, "share", 23);
  std::size_t exact = 0;
  for (std::size_t i = 0; i < rings.sizes.size(); ++i) {
    const auto& shared = rings.runs[0][i].to_share;
    if (shared && shared->shifts == rings.sizes[i] - 1) ++exact;
  }
  r.comparisons.push_back(claim("Liquid to share", "T = P - 1",
                                fmt::format("so on {} of {} rings", exact, rings.sizes.size()),
                                exact == rings.sizes.size()));
  return r;
}

Reproduction henrich_quadratic(Lab& lab) {
  const auto rings = figure_5(lab);
  Reproduction r;
  r.table.columns = {"scheme",
                     "goal",
                     "a (shifts)",
                     "b (shifts/PE)",
                     "c (shifts/PE²)",
                     "error of c",
                     "cP²/T at P = 2048 (%)",
                     "R² of a + bP"};
  r.plot = {"What a straight line leaves of T to balance", "PEs", "T / (a + bP)"};
  double least_of_nna = 100;
  double least_straight = 1;
  double most_of_liquid = 0;
  for (const Reached goal : {&RunResult::to_balance, &RunResult::to_share}) {
    for (std::size_t s = 0; s < schemes.size(); ++s) {
      const auto at = points(rings, s, goal);
      const auto line = fit_polynomial(at, 1);
      const auto parabola = fit_polynomial(at, 2);
      // For points exactly on a line the fit leaves rounding errors.
      const bool exact = line.r_squared > 1 - 1e-12;
      const double c = exact ? 0 : parabola.coefficients[2];
      const double part = 100 * c * largest * largest / parabola.at(largest);
      const bool balance = goal == &RunResult::to_balance;
      if (balance) least_straight = std::min(least_straight, line.r_squared);
      if (balance && s == 0) most_of_liquid = part;
      if (balance && s > 0) least_of_nna = std::min(least_of_nna, part);
      r.table.rows.push_back({schemes[s], std::string(balance ? "balanced" : "shared"),
                              parabola.coefficients[0], parabola.coefficients[1], c,
                              exact ? 0 : parabola.errors[2], part, line.r_squared});
      if (!balance) continue;
      Series series{schemes[s], {}};
      for (const auto& [x, y] : at) {
        if (x >= 64) series.points.emplace_back(x, y / line.at(x));
      }
      r.plot.series.push_back(series);
    }
  }
  r.comparisons = {
      claim("T to balance against P", "almost linear for all methods",
            fmt::format("R² of a straight line at least {:.4f}", least_straight),
            least_straight > 0.99),
      claim("quadratic components at P = 2048", "with small coefficients, only for NNA",
            fmt::format("Liquid {:.1f} % of T to balance, NNA at least {:.1f} %", most_of_liquid,
                        least_of_nna),
            most_of_liquid < 1 && least_of_nna > 1,
            "Liquid's is a quarter of NNA's at most, and can hardly be seen in the curve; T to "
            "share has none at all")};
  r.remarks = {
      "T = a + bP + cP², by least squares over the rings of Figure 5; the error of c is its "
      "standard "
      "error, which supposes that what is left is noise. It is not: runs have no spread."};
  return r;
}

Reproduction henrich_load(Lab& lab) {
  constexpr std::int64_t pes = 256;
  const std::vector<std::int64_t> heights = {1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
  std::vector<Setup> setups;
  for (const auto& scheme : schemes) {
    for (const auto height : heights) {
      setups.push_back({ring(pes), scheme, spike(height), {{"max_steps", "10000000"}}});
    }
  }
  const auto runs = lab.run(setups);
  Reproduction r;
  r.table.columns = {"scheme", "tasks", "T to share (shifts)", "T to balance (shifts)"};
  r.plot = {fmt::format("Time to balance a ring of {}", pes), "tasks, all on one PE", "T (shifts)"};
  for (std::size_t s = 0; s < schemes.size(); ++s) {
    Series series{schemes[s], {}};
    for (std::size_t i = 0; i < heights.size(); ++i) {
      const auto& run = runs[s * heights.size() + i];
      const auto tasks = heights[i] * pes;
      r.table.rows.push_back({schemes[s], tasks, cell(run.to_share, &Instant::shifts),
                              cell(run.to_balance, &Instant::shifts)});
      if (run.to_balance) series.points.emplace_back(tasks, number(run.to_balance));
    }
    const auto line = fit_polynomial(series.points, 1);
    r.comparisons.push_back(claim("T to balance against the total load, " + schemes[s], "linear",
                                  fmt::format("exponent {:.2f}, R² of a straight line {:.4f}",
                                              fit_exponent(series.points), line.r_squared),
                                  line.r_squared > 0.99));
    r.plot.series.push_back(series);
  }
  r.remarks = {"The paper mentions simulations that it does not show."};
  return r;
}

}  // namespace isobar
