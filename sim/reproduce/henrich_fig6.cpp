// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/analysis/real_diffusion.h"
#include "sim/fits/fit.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/lab.h"

namespace isobar {
namespace {

using Points = std::vector<std::pair<double, double>>;

std::string ring(std::int64_t pes) { return fmt::format("ring:{}", pes); }

}  // namespace

Reproduction henrich_fig6(Lab& lab) {
  constexpr std::int64_t pes_at_one = 512;
  const std::vector<std::int64_t> sizes = {8, 16, 32, 64, 128, 192, 256, 320, 384, 448, pes_at_one};
  const std::vector<std::int64_t> heights = {1, 2, 5, 10, 50, 100};
  std::vector<Setup> setups;
  for (const auto height : heights) {
    for (const auto pes : sizes) {
      setups.push_back(
          {ring(pes), "nna", fmt::format("spike:{}", height), {{"max_steps", "10000000"}}});
    }
  }
  const auto runs = lab.run(setups);
  Reproduction r;
  r.table.columns = {"c", "PEs", "iterations (steps)", "of those at 512 PEs"};
  r.plot = {"NNA: iterations to balance, relative to 512 PEs", "PEs", "iterations / those at 512"};
  std::vector<double> parts;  ///< quadratic, of the iterations at 512 PEs
  double exponent = 0;        ///< of the last curve
  const auto add = [&](const std::string& label, const Cell& c, const Points& iterations) {
    if (iterations.empty() || iterations.back().first != pes_at_one) return;
    Series series{label, {}};
    for (const auto& [pes, steps] : iterations) {
      series.points.emplace_back(pes, steps / iterations.back().second);
      r.table.rows.push_back({c, static_cast<std::int64_t>(pes), static_cast<std::int64_t>(steps),
                              series.points.back().second});
    }
    const auto parabola = fit_polynomial(iterations, 2);
    constexpr double last = pes_at_one;
    parts.push_back(100 * parabola.coefficients[2] * last * last / parabola.at(last));
    exponent = fit_exponent(iterations);
    r.plot.series.push_back(series);
  };
  for (std::size_t h = 0; h < heights.size(); ++h) {
    Points iterations;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const auto& run = runs[h * sizes.size() + i];
      if (run.to_balance) iterations.emplace_back(sizes[i], run.to_balance->steps);
    }
    add(fmt::format("c = {}", heights[h]), heights[h], iterations);
  }
  std::vector<std::int64_t> continuous(sizes.size());
  lab.each(sizes.size(), [&](std::size_t i) {
    const auto fabric = Fabric::parse(ring(sizes[i]));
    std::vector<double> loads(static_cast<std::size_t>(sizes[i]), 0.0);
    loads[0] = 100.0 * static_cast<double>(sizes[i]);
    RealDiffusion diffusion(fabric, loads, 1.0 / 3);
    const auto uneven = [&] {
      const auto [min, max] =
          std::minmax_element(diffusion.loads().begin(), diffusion.loads().end());
      return *max - *min > 1;
    };
    for (; uneven(); ++continuous[i]) diffusion.step();
  });
  Points limit;
  for (std::size_t i = 0; i < sizes.size(); ++i) limit.emplace_back(sizes[i], continuous[i]);
  add("c = 100, continuous load", std::string("100, continuous"), limit);
  std::string shown;
  double least_rise = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    shown += fmt::format("{}{} {:.1f} %", i == 0 ? "" : ", ", r.plot.series[i].label, parts[i]);
    if (i > 0) least_rise = std::min(least_rise, parts[i] / parts[i - 1]);
  }
  r.comparisons.push_back(
      claim("the quadratic part at 512 PEs, times that of the next lower load, "
            "at the least: " +
                shown,
            "increases with the initial load", number(least_rise, 2), at_least(1.1)));
  r.comparisons.push_back(claim("curves that come to 512 PEs, of 7", "all that are drawn",
                                number(static_cast<double>(parts.size())), exactly(7)));
  r.comparisons.push_back(claim("exponent of the iterations in P, continuous load",
                                "the borderline case of a quadratic form", number(exponent, 3),
                                around(2, 0.02)));
  r.remarks = {"NNA is `nna` (equation 4); which loads the figure shows is not in the text.",
               "Rings on which it never balances are left out.",
               "The quadratic part is that of cP² in a + bP + cP², fitted to a curve."};
  return r;
}

}  // namespace isobar
