// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/averaging_deviation.h"
#include "models/analysis/real_diffusion.h"
#include "models/workloads/random.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/lab.h"

namespace isobar {
namespace {

constexpr Load most_a_step = 2000;  ///< a PE's load grows by less than this in a step
constexpr std::int64_t samples = 32'768;

const std::vector<std::string> averaging_schemes = {"nna-portions", "nna", "diffusion"};

/// The mean square of the PEs' deviations from the mean, in units of the variance of what a PE's
/// load grows by in a step.
double measured(Lab& lab, const std::string& fabric, const std::string& scheme) {
  auto e = experiment_of({fabric, scheme, "spike:1", {{"until", "steps:1"}, {"max_steps", "1"}}});
  e.queue_depth = Load{1} << 40U;
  e.load_bits = default_load_bits(e.queue_depth);
  const auto pes = e.fabric.pes();
  std::vector<Load> loads(pes, Load{1} << 20U);
  auto random = random_stream(1, "growth");
  const std::int64_t steps = samples / pes;
  const std::int64_t begin =
      -10 * std::int64_t{e.fabric.dimensions()};  // until what it began with is forgotten
  double squares = 0;
  for (auto i = begin; i < steps; ++i) {
    for (auto& load : loads) load += static_cast<Load>(random() % most_a_step);
    const double distance = distance_from_mean({loads.begin(), loads.end()});
    if (i >= 0) squares += distance * distance / pes;
    e.loads = loads;
    loads = lab.run(e).loads;
  }
  constexpr double variance = (1.0 * most_a_step * most_a_step - 1) / 12;
  return squares / static_cast<double>(steps) / variance;
}

}  // namespace

Reproduction henrich_variation(Lab& lab) {
  constexpr unsigned most_dimensions = 10;
  std::vector<std::vector<double>> found(most_dimensions + 1,
                                         std::vector<double>(averaging_schemes.size(), 0));
  lab.each(most_dimensions * averaging_schemes.size(), [&](std::size_t i) {
    const auto d = i / averaging_schemes.size() + 1;
    const auto s = i % averaging_schemes.size();
    found[d][s] = measured(lab, fmt::format("hypercube:{}", d), averaging_schemes[s]);
  });
  Reproduction r;
  r.table.columns = {"dimensions", "derived limit", "nna-portions", "nna", "diffusion"};
  r.plot = {"Variance of a PE's deviation from the mean load, hypercubes", "dimensions",
            "of the variance of a step's growth"};
  r.plot.series = {{"derived", {}}, {"nna-portions", {}}, {"nna", {}}, {"diffusion", {}}};
  constexpr double error = 0.05;  // of samples that are not wholly independent
  unsigned within = 0;
  double farthest = 0;
  double most = 0;
  for (unsigned d = 1; d <= most_dimensions; ++d) {
    const double limit = deviation_variance_limit(d);
    std::vector<Cell> row = {std::int64_t{d}, limit};
    r.plot.series[0].points.emplace_back(d, limit);
    for (std::size_t s = 0; s < averaging_schemes.size(); ++s) {
      row.emplace_back(found[d][s]);
      r.plot.series[s + 1].points.emplace_back(d, found[d][s]);
    }
    r.table.rows.push_back(row);
    farthest = std::max(farthest, std::abs(found[d][0] / limit - 1));
    most = std::max(most, found[d][0]);
    within += found[d][0] <= largest_deviation_variance * (1 + error) ? 1 : 0;
  }
  r.comparisons = {
      claim("variation of the load under synchronous averaging, hypercubes of 2 to 1,024 PEs",
            "has an upper bound",
            fmt::format("on {} of {} at most {}σ² (largest {:.3f}σ²)", within, most_dimensions,
                        largest_deviation_variance, most),
            within == most_dimensions),
      claim("its value, derived here", "limit of each size",
            fmt::format("within {:.1f} %", 100 * farthest), farthest <= error)};
  r.remarks = {
      "The paper cites the statement (Hong, Tan and Chen; Qian and Yang) without the bound. The "
      "one "
      "here is derived in models/analysis/averaging_deviation.h for equation 3 with real loads: "
      "before each step every PE's load grows by an independent random amount of variance σ².",
      fmt::format("Measured with whole tasks: 0 to {} for each PE and step, {} samples of PEs and "
                  "steps; `nna-portions` is equation 5, `nna` equation 4, to which the derivation "
                  "does not apply, `diffusion` has averaging's parameter and truncates.",
                  most_a_step - 1, samples)};
  return r;
}

}  // namespace isobar
