// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "sim/reproduce/henrich.h"
#include "sim/reproduce/lab.h"

namespace isobar {
namespace {

double shifts(const std::optional<Instant>& instant) {
  return instant ? static_cast<double>(instant->shifts) : 0;
}

}  // namespace

Reproduction henrich_table3(Lab& lab) {
  const auto liquid_setup = Setup{"ring:8", "lm-c5", "spike:2"};
  const auto experiment = experiment_of(liquid_setup);
  std::vector<std::vector<Load>> loads_by_step = {experiment.loads};
  // In a ring a step is one phase.
  const auto liquid = lab.phases(
      experiment, [&](const PhaseEntry& phase) { loads_by_step.push_back(phase.after); });
  const auto others = lab.run({{"ring:8", "nna", "spike:2"},
                               {"ring:8", "nna-portions", "spike:2"},
                               {"ring:8", "nna-portions", "spike:2", {{"until", "steps:1"}}}});
  const auto& nna = others[0];
  const auto& portions = others[1];
  const auto first_average = others[2].run.shifts;

  Reproduction r;
  for (const auto& [step, row] :
       std::vector<std::pair<std::size_t, std::string>>{{7, "9 1 1 1 1 1 1 1"},
                                                        {13, "3 1 2 1 2 1 3 3"},
                                                        {17, "2 2 2 2 2 1 3 2"},
                                                        {18, "2 2 2 2 2 2 2 2"}}) {
    const auto measured = loads_text(loads_by_step.at(step));
    r.comparisons.push_back(
        claim(fmt::format("Liquid: loads after step {}", step), row, measured, row == measured));
  }
  const auto nna_why =
      "equation 4, all PEs at once; with equal portions (equation 5) it is the paper's number";
  r.comparisons.push_back(compare("Liquid: shared after steps", 7, shifts(liquid.to_share)));
  r.comparisons.push_back(compare("Liquid: balanced after steps", 18, shifts(liquid.to_balance)));
  r.comparisons.push_back(
      compare("NNA: balanced, T (nna-portions)", 24, shifts(portions.to_balance)));
  r.comparisons.push_back(
      compare("NNA: balanced, T (nna)", 24, shifts(nna.to_balance), 0, nna_why));
  r.comparisons.push_back(
      compare("Liquid is faster than NNA by % (nna-portions)", 25,
              100 * (1 - shifts(liquid.to_balance) / shifts(portions.to_balance))));
  r.comparisons.push_back(claim("Before NNA has averaged the first PEs, Liquid has shared",
                                "T = 7 is before it",
                                fmt::format("Liquid T = {:.0f}, NNA's first average T = {}",
                                            shifts(liquid.to_share), first_average),
                                shifts(liquid.to_share) < static_cast<double>(first_average)));
  r.remarks = {
      "`" + command_of(liquid_setup) + "` makes Liquid's run, `--scheme nna-portions` the other.",
      "Of NNA's rows the paper's text leaves only the last time."};
  r.table.columns = {"step", "T (shifts)", "loads of PE 0 to 7, lm-c5", "max", "min"};
  Series most{"max, lm-c5", {}};
  Series least{"min, lm-c5", {}};
  for (std::size_t step = 0; step < loads_by_step.size(); ++step) {
    const auto& loads = loads_by_step[step];
    const auto [min, max] = std::minmax_element(loads.begin(), loads.end());
    const auto at = static_cast<std::int64_t>(step);
    r.table.rows.push_back({at, at, loads_text(loads), *max, *min});
    most.points.emplace_back(at, *max);
    least.points.emplace_back(at, *min);
  }
  r.plot = {"Ring of 8, 16 tasks on one PE", "T (shifts)", "tasks of a PE"};
  r.plot.series = {most, least};
  return r;
}

}  // namespace isobar
