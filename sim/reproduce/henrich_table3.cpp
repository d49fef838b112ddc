// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "sim/reproduce/henrich.h"
#include "sim/reproduce/henrich_apart.h"
#include "sim/reproduce/lab.h"

namespace isobar {

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
  for (const std::size_t step : {7U, 13U, 17U}) {
    r.comparisons.push_back(not_comparable(
        fmt::format("Liquid: loads after step {}", step), "",
        step < loads_by_step.size() ? loads_text(loads_by_step[step]) : "balanced before",
        "the paper's text has the table without its rows"));
  }
  const auto equation_4 = apart_on_ring(apart_equation_4, 8, 2);
  r.comparisons.push_back(compare("Liquid: shared after steps", 7, shifts_of(liquid.to_share)));
  r.comparisons.push_back(
      compare("Liquid: balanced after steps", 18, shifts_of(liquid.to_balance)));
  r.comparisons.push_back(
      compare("NNA: balanced, T (nna-portions)", 24, shifts_of(portions.to_balance)));
  r.comparisons.push_back(
      compare("NNA: balanced, T (nna)", 24, shifts_of(nna.to_balance))
          .explained(exactly(static_cast<double>(equation_4.balanced.value_or(0))),
                     "equation 4 gives this, computed apart from the model; the table is made by "
                     "equation 5, equal portions"));
  r.comparisons.push_back(
      compare("Liquid is faster than NNA by % (nna-portions)", 25,
              100 * (1 - shifts_of(liquid.to_balance) / shifts_of(portions.to_balance))));
  // A third of 16 tasks to each side, rounded up to the one and down to the other.
  r.comparisons.push_back(claim("T of NNA's first average, which is after Liquid has shared",
                                "after T = 7", number(static_cast<double>(first_average)),
                                at_least(shifts_of(liquid.to_share) + 1))
                              .explained(exactly(6 + 5), "a third of 16 tasks goes to each side"));
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
