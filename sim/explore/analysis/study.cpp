// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/study.h"

#include <algorithm>
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

/// By case: whether it is complete and on the Pareto front of its scenario.
std::vector<bool> fronts_within(const Study& study) {
  std::vector<bool> on_front(study.cases.size());
  if (study.campaign.objectives.empty()) return on_front;
  std::vector<std::vector<std::size_t>> members(study.scenarios.size());
  for (std::size_t c = 0; c < study.cases.size(); ++c) {
    if (study.cases.complete(c)) members[study.scenarios.of[c]].push_back(c);
  }
  for (const auto& some : members) {
    std::vector<std::vector<double>> rows;
    for (const auto c : some) {
      auto& row = rows.emplace_back();
      for (const auto& objective : study.campaign.objectives) {
        const double value = study.cases.values[study.metric(objective.metric)][c];
        row.push_back(objective.minimise ? value : -value);
      }
    }
    const auto front = pareto_front(rows);
    for (std::size_t i = 0; i < some.size(); ++i) on_front[some[i]] = front[i];
  }
  return on_front;
}

/// `values`: by metric, then candidate.
std::vector<bool> front_over(const Study& study, const std::vector<std::vector<double>>& values) {
  std::vector<std::vector<double>> rows(study.over.candidates.size());
  if (study.campaign.objectives.empty()) return std::vector<bool>(rows.size());
  for (const auto& objective : study.campaign.objectives) {
    const auto m = study.metric(objective.metric);
    const bool less = objective.minimise || study.cases.positive[m];  // ratios to the best
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].push_back(less ? values[m][i] : -values[m][i]);
    }
  }
  return pareto_front(rows);
}

std::vector<bool> directions(const Study& study) {
  std::vector<bool> minimise;
  for (const auto& metric : study.campaign.metrics) {
    minimise.push_back(study.minimise(metric.about.name));
  }
  return minimise;
}

}  // namespace

Study::Study(Campaign read)
    : campaign(measured(std::move(read))),
      cases(gather_cases(campaign)),
      factors(campaign, cases),
      scenarios(gather_scenarios(campaign, cases)),
      front(fronts_within(*this)),
      over(compare_over(scenarios, cases, directions(*this))),
      mean_front(front_over(*this, over.mean)),
      worst_front(front_over(*this, over.worst)),
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
