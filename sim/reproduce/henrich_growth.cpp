// SPDX-License-Identifier: Apache-2.0
// How the times of Figure 5 grow with the ring, and with the total load.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/fits/fit.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/henrich_rings.h"

namespace isobar {
namespace {

using Reached = std::optional<Instant> RunResult::*;

/// The points from some x on.
RingTimes from(const RingTimes& all, double least) {
  RingTimes some;
  for (const auto& point : all) {
    if (point.first >= least) some.push_back(point);
  }
  return some;
}

/// The part of cP² in T at the largest ring, in %, where a + bP + cP² is fitted.
double quadratic_part(const RingTimes& at) {
  const auto parabola = fit_polynomial(at, 2);
  return 100 * parabola.coefficients[2] * henrich_largest_ring * henrich_largest_ring /
         parabola.at(henrich_largest_ring);
}

/// T = a + bP + s·√P, by least squares.
struct RootLaw {
  double a = 0;
  double b = 0;
  double s = 0;

  double at(double p) const { return a + b * p + s * std::sqrt(p); }
};

/// A parabola in √P is the law but for its middle term, whose coefficients it has in other order.
RootLaw fit_root_law(const RingTimes& at) {
  RingTimes of_root;
  for (const auto& [p, t] : at) of_root.emplace_back(std::sqrt(p), t);
  const auto fit = fit_polynomial(of_root, 2);
  return {fit.coefficients[0], fit.coefficients[2], fit.coefficients[1]};
}

/// The root of the mean square of what a law leaves of T.
template <class Law>
double left_of(const RingTimes& at, const Law& law) {
  double squares = 0;
  for (const auto& [p, t] : at) squares += (t - law.at(p)) * (t - law.at(p));
  return std::sqrt(squares / static_cast<double>(at.size()));
}

void compare_quadratic(Reproduction& r, const HenrichRings& rings) {
  const auto liquid = henrich_ring_times(rings, 0, &RunResult::to_balance);
  const auto law = fit_root_law(liquid);
  RingTimes by_law = liquid;
  for (auto& [p, t] : by_law) t = law.at(p);
  constexpr double visible = 1;  // % of T
  const double part = quadratic_part(liquid);
  const double from_root = quadratic_part(by_law);
  r.comparisons.push_back(
      claim("quadratic part of Liquid's T to balance, P = 2048, %", "none", number(part, 2),
            around(0, visible))
          .explained(within(from_root, 0.02),
                     fmt::format("T is {:.2f}·P - {:.1f}·√P, which a parabola fits with {:.2f} % "
                                 "of cP²; there is no quadratic part",
                                 law.b, -law.s, from_root)));
  const auto parabola = fit_polynomial(liquid, 2);
  r.comparisons.push_back(
      claim("what a + bP + cP² leaves of Liquid's T, times what a + bP + s·√P leaves",
            "only NNA has quadratic components",
            number(left_of(liquid, parabola) / left_of(liquid, law), 1), at_least(1))
          .explained(at_least(10), "T has a √P and no P²"));
  for (std::size_t s = 1; s < henrich_ring_schemes.size(); ++s) {
    const auto balance = quadratic_part(henrich_ring_times(rings, s, &RunResult::to_balance));
    r.comparisons.push_back(claim(
        fmt::format("quadratic part of T to balance, P = 2048, %, {}", henrich_ring_schemes[s]),
        "with small coefficients", number(balance, 1), Band{visible, 20}));
  }
}

}  // namespace

Reproduction henrich_quadratic(Lab& lab) {
  const auto rings = henrich_rings(lab);
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
  std::vector<double> exponents;
  for (const Reached goal : {&RunResult::to_balance, &RunResult::to_share}) {
    for (std::size_t s = 0; s < henrich_ring_schemes.size(); ++s) {
      const auto at = henrich_ring_times(rings, s, goal);
      const auto line = fit_polynomial(at, 1);
      const auto parabola = fit_polynomial(at, 2);
      // For points exactly on a line the fit leaves rounding errors.
      const bool exact = line.r_squared > 1 - 1e-12;
      const double c = exact ? 0 : parabola.coefficients[2];
      const double part =
          100 * c * henrich_largest_ring * henrich_largest_ring / parabola.at(henrich_largest_ring);
      const bool balance = goal == &RunResult::to_balance;
      if (balance) exponents.push_back(fit_exponent(from(at, 256)));
      r.table.rows.push_back({henrich_ring_schemes[s], std::string(balance ? "balanced" : "shared"),
                              parabola.coefficients[0], parabola.coefficients[1], c,
                              exact ? 0 : parabola.errors[2], part, line.r_squared});
      if (!balance) continue;
      Series series{henrich_ring_schemes[s], {}};
      for (const auto& [x, y] : at) {
        if (x >= 64) series.points.emplace_back(x, y / line.at(x));
      }
      r.plot.series.push_back(series);
    }
  }
  for (std::size_t s = 0; s < henrich_ring_schemes.size(); ++s) {
    r.comparisons.push_back(claim(
        fmt::format("exponent of T to balance in P, from 256 on, {}", henrich_ring_schemes[s]),
        "almost linear for all methods", number(exponents[s], 3), Band{1, 1.15}));
  }
  compare_quadratic(r, rings);
  r.remarks = {
      "T = a + bP + cP², by least squares over the rings of Figure 5; the error of c is its "
      "standard error, which supposes that what is left is noise. It is not: runs have no spread.",
      "Almost linear is read as an exponent of 1 to 1.15, small as a quadratic part of up to 20 %, "
      "and none as less than 1 %, which no curve shows."};
  return r;
}

Reproduction henrich_load(Lab& lab) {
  constexpr std::int64_t pes = 256;
  const std::vector<std::int64_t> heights = {1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
  std::vector<Setup> setups;
  for (const auto& scheme : henrich_ring_schemes) {
    for (const auto height : heights) {
      setups.push_back({fmt::format("ring:{}", pes),
                        scheme,
                        fmt::format("spike:{}", height),
                        {{"max_steps", "10000000"}}});
    }
  }
  const auto runs = lab.run(setups);
  Reproduction r;
  r.table.columns = {"scheme", "tasks", "T to share (shifts)", "T to balance (shifts)"};
  r.plot = {fmt::format("Time to balance a ring of {}", pes), "tasks, all on one PE", "T (shifts)"};
  for (std::size_t s = 0; s < henrich_ring_schemes.size(); ++s) {
    Series series{henrich_ring_schemes[s], {}};
    for (std::size_t i = 0; i < heights.size(); ++i) {
      const auto& run = runs[s * heights.size() + i];
      const auto tasks = heights[i] * pes;
      r.table.rows.push_back({henrich_ring_schemes[s], tasks, cell(run.to_share, &Instant::shifts),
                              cell(run.to_balance, &Instant::shifts)});
      if (!run.to_balance) continue;
      series.points.emplace_back(tasks, static_cast<double>(run.to_balance->shifts));
    }
    const auto line = fit_polynomial(series.points, 1);
    r.comparisons.push_back(
        claim("exponent of T to balance in the total load, " + henrich_ring_schemes[s], "linear",
              number(fit_exponent(series.points), 2), around(1, 0.1)));
    r.comparisons.push_back(claim("R² of a straight line, " + henrich_ring_schemes[s], "linear",
                                  number(line.r_squared, 4), at_least(0.995)));
    r.plot.series.push_back(series);
  }
  r.remarks = {"The paper mentions simulations that it does not show."};
  return r;
}

}  // namespace isobar
