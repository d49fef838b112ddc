// SPDX-License-Identifier: Apache-2.0
// How diffusion grows with the fabric, which the paper cites (Boillat).
#include <fmt/format.h>

#include "models/analysis/real_diffusion.h"
#include "models/spectra/spectrum.h"
#include "sim/fits/fit.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/lab.h"

namespace isobar {
namespace {

/// Fabrics that differ in one number, `x`.
struct Family {
  std::string what;
  std::string published;
  std::vector<std::pair<double, std::string>> fabrics;
  Band agrees;
  bool averaging = false;  ///< with NNA's parameter instead of the best
};

Family family(const std::string& what, const std::string& published, const Band& agrees,
              const std::vector<int>& xs, const std::function<std::string(int)>& name,
              bool averaging = false) {
  Family made{what, published, {}, agrees, averaging};
  for (const int x : xs) made.fabrics.emplace_back(x, name(x));
  return made;
}

std::vector<Family> families() {
  const std::string quadratic = "O(D · max K²)";
  const auto square = around(2, 0.05);
  const auto line = around(1, 0.1);
  const std::vector<int> sides = {8, 16, 32, 64};
  return {
      family("K, rings", quadratic, square, {16, 32, 64, 128, 256},
             [](int k) { return equal_torus(1, k); }),
      family("K, tori of 2 dimensions", quadratic, square, sides,
             [](int k) { return equal_torus(2, k); }),
      family("K, tori of 3 dimensions", quadratic, square, {8, 16, 24, 32},
             [](int k) { return equal_torus(3, k); }),
      family("the longer side of a torus whose other is 4", quadratic, square, sides,
             [](int k) { return fmt::format("torus:{}x4", k); }),
      family("D, tori of 8 a side", quadratic, line, {1, 2, 3, 4},
             [](int d) { return equal_torus(d, 8); }),
      family("D, hypercubes", "O(D)", line, {3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
             [](int d) { return fmt::format("hypercube:{}", d); }),
      family(
          "K, rings, NNA's parameter", "quadratic in the diameter", square, {16, 32, 64, 128, 256},
          [](int k) { return equal_torus(1, k); }, true),
      family(
          "K, tori of 2 dimensions, NNA's parameter", "quadratic in the diameter", square, sides,
          [](int k) { return equal_torus(2, k); }, true),
  };
}

/// The steps until loads that differ between the halves of dimension 1 are a thousand times nearer
/// to each other. That pattern is the one that lasts longest where the dimension is the longest.
std::int64_t steps_to_thousandth(const Fabric& fabric, double alpha) {
  std::vector<double> loads(fabric.pes(), 0.0);
  for (Node node = 0; node < fabric.pes(); ++node) {
    loads[node] = 2 * fabric.coordinate(node, 1) < fabric.radix(1) ? 2 : 0;
  }
  RealDiffusion diffusion(fabric, loads, alpha);
  const double goal = distance_from_mean(loads) / 1000;
  std::int64_t steps = 0;
  for (; distance_from_mean(diffusion.loads()) > goal; ++steps) diffusion.step();
  return steps;
}

}  // namespace

Reproduction henrich_diffusion(Lab& lab) {
  const auto all = families();
  struct Case {
    std::size_t family;
    std::size_t fabric;
  };
  std::vector<Case> cases;
  std::vector<std::vector<std::int64_t>> steps;
  for (std::size_t f = 0; f < all.size(); ++f) {
    for (std::size_t i = 0; i < all[f].fabrics.size(); ++i) cases.push_back({f, i});
    steps.emplace_back(all[f].fabrics.size());
  }
  lab.each(cases.size(), [&](std::size_t c) {
    const auto& one = all[cases[c].family];
    const auto fabric = Fabric::parse(one.fabrics[cases[c].fabric].second);
    const double alpha = one.averaging ? 1.0 / (fabric.degree() + 1) : optimal_alpha(fabric);
    steps[cases[c].family][cases[c].fabric] = steps_to_thousandth(fabric, alpha);
  });

  Reproduction r;
  r.table.columns = {"over", "fabric", "PEs", "steps to 1/1000"};
  r.plot = {"Steps of diffusion to come 1000 times nearer", "K or D", "steps", true, true};
  for (std::size_t f = 0; f < all.size(); ++f) {
    Series series{all[f].what, {}};
    for (std::size_t i = 0; i < all[f].fabrics.size(); ++i) {
      const auto& [x, name] = all[f].fabrics[i];
      series.points.emplace_back(x, static_cast<double>(steps[f][i]));
      r.table.rows.push_back(
          {all[f].what, name, std::int64_t{Fabric::parse(name).pes()}, steps[f][i]});
    }
    r.comparisons.push_back(claim("exponent of the steps in " + all[f].what, all[f].published,
                                  number(fit_exponent(series.points), 3), all[f].agrees));
    r.plot.series.push_back(series);
  }
  r.remarks = {
      "The paper cites the statements (Boillat) and gives no numbers. Loads divide without end; at "
      "first those of one half of dimension 1 are equal, and those of the other 0, a pattern that "
      "lasts longest.",
      "The parameter is the best of each fabric, or NNA's 1/(degree + 1).",
      "Exponents are fitted to the logarithms; that of D is about 1 as far as these sizes go."};
  return r;
}

}  // namespace isobar
