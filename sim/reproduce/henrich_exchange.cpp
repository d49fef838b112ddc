// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/real_diffusion.h"
#include "models/analysis/real_exchange.h"
#include "models/schemes/synchronous/gde.h"
#include "models/spectra/spectrum.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/lab.h"

namespace isobar {
namespace {

const std::vector<std::string> schemes = {"diffusion", "diffusion2", "de", "gde"};

std::vector<std::string> fabrics() {
  std::vector<std::string> names;
  for (int d = 2; d <= 10; ++d) names.push_back(fmt::format("hypercube:{}", d));
  for (const char* name : {"ring:8", "ring:16", "ring:32", "ring:64", "torus:4x4", "torus:8x8",
                           "torus:16x16", "torus:32x32", "torus:4x4x4", "torus:8x8x8"}) {
    names.emplace_back(name);
  }
  return names;
}

template <class Real>
std::int64_t steps_to_thousandth(Real real) {
  const double goal = distance_from_mean(real.loads()) / 1000;
  std::int64_t steps = 0;
  for (; distance_from_mean(real.loads()) > goal; ++steps) real.step();
  return steps;
}

/// By scheme: the steps in which loads that divide without end come a thousand times nearer to
/// their mean, all of them on one PE at first.
std::vector<std::int64_t> real_steps(const std::string& name) {
  const auto fabric = Fabric::parse(name);
  std::vector<double> loads(fabric.pes(), 0.0);
  loads[0] = 1;
  const double alpha = optimal_alpha(fabric);
  const double beta = optimal_beta(convergence_factor(fabric, alpha));
  return {steps_to_thousandth(RealDiffusion(fabric, loads, alpha)),
          steps_to_thousandth(RealDiffusion(fabric, loads, alpha, beta)),
          steps_to_thousandth(RealExchange(fabric, loads, 0.5)),
          steps_to_thousandth(RealExchange(fabric, loads, optimal_lambda(fabric)))};
}

/// In how many of how many cases something holds.
struct Share {
  std::size_t yes = 0;
  std::size_t all = 0;

  void add(bool is_so) {
    ++all;
    yes += is_so ? 1 : 0;
  }
  std::string text() const { return fmt::format("on {} of {}", yes, all); }
};

}  // namespace

Reproduction henrich_exchange(Lab& lab) {
  const auto names = fabrics();
  std::vector<Setup> setups;
  for (const auto& name : names) {
    for (const auto& scheme : schemes) {
      setups.push_back({name, scheme, "spike:100", {{"max_steps", "20000"}}});
    }
  }
  const auto runs = lab.run(setups);
  std::vector<std::vector<std::int64_t>> real(names.size());
  lab.each(names.size(), [&](std::size_t i) { real[i] = real_steps(names[i]); });

  Reproduction r;
  r.table.columns = {"fabric",     "scheme", "steps to 1/1000, real loads", "steps, tasks",
                     "T (shifts)", "cycles", "max - min at the end"};
  r.plot = {"Steps to come 1000 times nearer to the mean, hypercubes", "dimensions", "steps"};
  for (const auto& scheme : schemes) r.plot.series.push_back({scheme, {}});
  Share cubes;
  Share tori;
  Share levelled;
  auto run = runs.begin();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool cube = names[i].rfind("hypercube", 0) == 0;
    for (std::size_t s = 0; s < schemes.size(); ++s, ++run) {
      const auto [min, max] = std::minmax_element(run->loads.begin(), run->loads.end());
      r.table.rows.push_back({names[i], schemes[s], real[i][s],
                              cell(run->to_balance, &Instant::steps),
                              cell(run->to_balance, &Instant::shifts),
                              cell(run->to_balance, &Instant::cycles), *max - *min});
      if (cube) r.plot.series[s].points.emplace_back(i + 2, real[i][s]);
      if (s == 0) levelled.add(run->to_balance.has_value());
    }
    (cube ? cubes : tori).add(real[i][2] < real[i][0]);
  }
  const auto outperforms = "dimension exchange outperforms diffusion";
  r.comparisons = {claim("steps of `de` and of `diffusion`, real loads, hypercubes", outperforms,
                         cubes.text(), cubes.yes == cubes.all),
                   claim("steps of `de` and of `diffusion`, real loads, k-ary n-cubes", outperforms,
                         tori.text(), tori.yes == tori.all),
                   no_number("`diffusion` of whole tasks balances", levelled.text(),
                             "truncation leaves ramps of slope -1 (Horton, cited in Section 2.1)")};
  r.remarks = {
      "The paper cites the statements (Cybenko; Xu and Lau) and gives no numbers.",
      "A step of `de` has a phase for each colour of links, in which a PE talks to one neighbour; "
      "one "
      "of `diffusion` has one phase, in which it talks to all.",
      "All load is on one PE at first: 1 that divides without end, or 100 tasks for each PE. Where "
      "steps of tasks are missing, the tasks came to rest unbalanced."};
  return r;
}

Reproduction henrich_alpha(Lab& /*lab*/) {
  Reproduction r;
  r.table.columns = {"fabric", "NNA's parameter", "best parameter", "factor a step with NNA's",
                     "factor with the best"};
  const auto add = [&](const std::string& name) {
    const auto fabric = Fabric::parse(name);
    const double alpha = 1.0 / (fabric.degree() + 1);
    const double best = optimal_alpha(fabric);
    constexpr double equal = 1e-12;
    // A rounding error of 1 - 1 is no factor.
    const auto factor = [&](double parameter) {
      const double found = convergence_factor(fabric, parameter);
      return found < equal ? 0 : found;
    };
    r.table.rows.push_back({name, alpha, best, factor(alpha), factor(best)});
    return std::abs(alpha - best) < equal;
  };
  Share cubes;
  Share rings;
  Series nna{"1/(degree + 1), NNA", {}};
  Series best{"best", {}};
  for (int d = 1; d <= 10; ++d) cubes.add(add(fmt::format("hypercube:{}", d)));
  for (int k = 4; k <= 1024; k *= 2) {
    const auto name = fmt::format("ring:{}", k);
    rings.add(add(name));
    nna.points.emplace_back(k, 1.0 / 3);
    best.points.emplace_back(k, optimal_alpha(Fabric::parse(name)));
  }
  for (const char* name : {"torus:4x4", "torus:8x8", "torus:16x16", "torus:8x8x8"}) add(name);
  r.comparisons = {
      claim("NNA has the best diffusion parameter, hypercubes", "so for several topologies",
            cubes.text(), cubes.yes == cubes.all),
      claim("NNA has the best diffusion parameter, rings (K-ary 1-cubes)", "so, e.g. K-ary D-cubes",
            rings.text(), rings.yes == rings.all,
            "it is 1/(3 - cos(2π/K)) for even K, towards 1/2 and not 1/3 (Xu and Lau)")};
  r.plot = {"The diffusion parameter on rings", "PEs", "parameter"};
  r.plot.log_x = true;
  r.plot.series = {nna, best};
  return r;
}

}  // namespace isobar
