// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/analysis/real_diffusion.h"
#include "models/analysis/real_exchange.h"
#include "models/schemes/synchronous/gde.h"
#include "models/spectra/spectrum.h"
#include "sim/reproduce/counted.h"
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

/// The steps until loads are so many times nearer to their mean.
template <class Real>
std::int64_t steps_until(Real real, double times) {
  const double goal = distance_from_mean(real.loads()) / times;
  std::int64_t steps = 0;
  for (; distance_from_mean(real.loads()) > goal; ++steps) real.step();
  return steps;
}

std::vector<double> on_one_pe(const Fabric& fabric) {
  std::vector<double> loads(fabric.pes(), 0.0);
  loads[0] = 1;
  return loads;
}

/// By scheme: the steps in which loads that divide without end come a thousand times nearer to
/// their mean, all of them on one PE at first.
std::vector<std::int64_t> real_steps(const Fabric& fabric) {
  const auto loads = on_one_pe(fabric);
  const double alpha = optimal_alpha(fabric);
  const double beta = optimal_beta(convergence_factor(fabric, alpha));
  return {steps_until(RealDiffusion(fabric, loads, alpha), 1000),
          steps_until(RealDiffusion(fabric, loads, alpha, beta), 1000),
          steps_until(RealExchange(fabric, loads, 0.5), 1000),
          steps_until(RealExchange(fabric, loads, optimal_lambda(fabric)), 1000)};
}

/// How many times as many steps diffusion takes as dimension exchange.
struct Margin {
  double least = std::numeric_limits<double>::infinity();

  void add(std::int64_t diffusion, std::int64_t exchange) {
    least = std::min(least, static_cast<double>(diffusion) / static_cast<double>(exchange));
  }
  /// A twentieth fewer steps count as better.
  Comparison outperforms(const std::string& where) const {
    return claim("steps of `diffusion` for each of `de`, real loads, at the least, " + where,
                 "dimension exchange outperforms diffusion", number(least, 2), at_least(1.05));
  }
};

/// The largest difference between neighbours.
Load steepest(const Fabric& fabric, const std::vector<Load>& loads) {
  Load most = 0;
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    const auto link = fabric.link(slot);
    if (link) most = std::max(most, loads[link->from] - loads[link->to]);
  }
  return most;
}

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
  lab.each(names.size(), [&](std::size_t i) { real[i] = real_steps(Fabric::parse(names[i])); });

  Reproduction r;
  r.table.columns = {"fabric",     "scheme", "steps to 1/1000, real loads", "steps, tasks",
                     "T (shifts)", "cycles", "max - min at the end"};
  r.plot = {"Steps to come 1000 times nearer to the mean, hypercubes", "dimensions", "steps"};
  for (const auto& scheme : schemes) r.plot.series.push_back({scheme, {}});
  Margin cubes;
  Margin tori;
  Count one_round;
  Count unbalanced;
  Count level_enough;
  auto run = runs.begin();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto fabric = Fabric::parse(names[i]);
    const bool cube = names[i].rfind("hypercube", 0) == 0;
    for (std::size_t s = 0; s < schemes.size(); ++s, ++run) {
      const auto [min, max] = std::minmax_element(run->loads.begin(), run->loads.end());
      r.table.rows.push_back({names[i], schemes[s], real[i][s],
                              cell(run->to_balance, &Instant::steps),
                              cell(run->to_balance, &Instant::shifts),
                              cell(run->to_balance, &Instant::cycles), *max - *min});
      if (cube) r.plot.series[s].points.emplace_back(i + 2, real[i][s]);
      if (s != 0) continue;
      unbalanced.add(!run->to_balance);
      // Whole tasks go over a link from a difference of 1/α on.
      if (!run->to_balance) {
        const double left = static_cast<double>(steepest(fabric, run->loads));
        level_enough.add(left * optimal_alpha(fabric) < 1 + 1e-3);
      }
    }
    (cube ? cubes : tori).add(real[i][0], real[i][2]);
    if (cube) {
      const auto colours = RealExchange(fabric, on_one_pe(fabric), 0.5).colours();
      one_round.add(real[i][2] == 1 && colours == fabric.dimensions());
    }
  }
  r.comparisons = {
      claim_always("`de` levels a hypercube in one round of log P exchanges, real loads",
                   "log(P) steps", one_round),
      cubes.outperforms("hypercubes"), tori.outperforms("k-ary n-cubes"),
      claim("`diffusion` of whole tasks comes to rest unbalanced", "it can (Horton)",
            unbalanced.measured(), at_least(1)),
      claim_always("there, less than 1/α is left between any two neighbours",
                   "truncation leaves ramps", level_enough)};
  r.remarks = {
      "The paper cites the statements (Cybenko; Xu and Lau) and gives no numbers.",
      "A step of `de` has a phase for each colour of links, in which a PE talks to one neighbour; "
      "one of `diffusion` has one phase, in which it talks to all.",
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
  Count cubes;
  Count rings;
  Count quickest;
  Series nna{"1/(degree + 1), NNA", {}};
  Series best{"best", {}};
  for (int d = 1; d <= 10; ++d) {
    const auto name = fmt::format("hypercube:{}", d);
    cubes.add(add(name));
    const auto fabric = Fabric::parse(name);
    const auto steps = [&](double times) {
      const double alpha = times / (fabric.degree() + 1);
      return steps_until(RealDiffusion(fabric, on_one_pe(fabric), alpha), 1e6);
    };
    quickest.add(steps(1) < steps(0.9) && steps(1) < steps(1.05));
  }
  for (int k = 4; k <= 1024; k *= 2) {
    const auto name = fmt::format("ring:{}", k);
    rings.add(add(name));
    nna.points.emplace_back(k, 1.0 / 3);
    best.points.emplace_back(k, optimal_alpha(Fabric::parse(name)));
  }
  for (const char* name : {"torus:4x4", "torus:8x8", "torus:16x16", "torus:8x8x8"}) add(name);
  r.comparisons = {
      claim_always("NNA has the best diffusion parameter, hypercubes", "so for several topologies",
                   cubes),
      claim_always("in fewer steps than with 0.9 and 1.05 times it, hypercubes, real loads",
                   "the highest convergence rate", quickest),
      claim_always("NNA has the best diffusion parameter, rings (K-ary 1-cubes)",
                   "so, e.g. K-ary D-cubes", rings)
          .explained(exactly(1),
                     "it is 1/(3 - cos(2π/K)) for even K, towards 1/2 (Xu and Lau), and 1/3 at "
                     "K = 4 only")};
  r.plot = {"The diffusion parameter on rings", "PEs", "parameter"};
  r.plot.log_x = true;
  r.plot.series = {nna, best};
  return r;
}

}  // namespace isobar
