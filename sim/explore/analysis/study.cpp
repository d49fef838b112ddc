// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/study.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "sim/explore/analysis/pareto.h"

namespace isobar {
namespace {

/// Removes objectives that no point measured, for example because they were never reached.
Campaign measured(Campaign campaign) {
  auto& objectives = campaign.objectives;
  objectives.erase(std::remove_if(objectives.begin(), objectives.end(),
                                  [&](const Objective& objective) {
                                    return campaign.metric(objective.metric) == nullptr;
                                  }),
                   objectives.end());
  return campaign;
}

/// By case: whether it is complete and on the Pareto front.
std::vector<bool> front_of(const Study& study) {
  std::vector<std::vector<double>> rows(study.cases.size());
  for (const auto& objective : study.campaign.objectives) {
    const auto m = study.metric(objective.metric);
    for (std::size_t c = 0; c < rows.size(); ++c) {
      const double value = study.cases.complete(c) ? study.cases.values[m][c]
                                                   : std::numeric_limits<double>::quiet_NaN();
      rows[c].push_back(objective.minimise ? value : -value);
    }
  }
  if (rows.empty() || rows.front().empty()) return std::vector<bool>(rows.size());
  return pareto_front(rows);
}

}  // namespace

Study::Study(Campaign read)
    : campaign(measured(std::move(read))),
      cases(gather_cases(campaign)),
      factors(campaign, cases),
      front(front_of(*this)),
      effects(main_effects(campaign, cases, factors)),
      interactions(isobar::interactions(campaign, cases, factors)),
      scalings(isobar::scalings(campaign, cases, factors)) {}

bool Study::minimise(const std::string& metric) const {
  for (const auto& objective : campaign.objectives) {
    if (objective.metric == metric) return objective.minimise;
  }
  const auto* column = campaign.metric(metric);
  return column == nullptr || column->about.better != Better::more;
}

std::size_t Study::metric(const std::string& name) const {
  const auto* column = campaign.metric(name);
  return column ? static_cast<std::size_t>(column - campaign.metrics.data())
                : campaign.metrics.size();
}

}  // namespace isobar
