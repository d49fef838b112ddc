// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/campaign.h"

#include "sim/explore/design.h"
#include "sim/explore/planned_points.h"
#include "sim/explore/space.h"

namespace isobar {
namespace {

double number_of(const MetricValue& value) {
  return std::visit([](auto number) { return static_cast<double>(number); }, value);
}

/// The objectives, smaller is better, of a point's seeds on the average; nothing unless all of them
/// reached their goal.
std::vector<double> weighed(const Plan& plan, const CampaignStore& store,
                            const std::vector<std::int64_t>& numbers, std::size_t first) {
  std::vector<double> sums(plan.objectives.size(), 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(plan.repeats); ++i) {
    const auto values = store.metrics_of(numbers[first + i]);
    if (!values || number_of(values->at("reached")) == 0) return {};
    for (std::size_t k = 0; k < sums.size(); ++k) {
      const auto& objective = plan.objectives[k];
      const auto found = values->find(objective.metric);
      if (found == values->end()) return {};
      sums[k] += number_of(found->second) * (objective.minimise ? 1 : -1);
    }
  }
  for (auto& sum : sums) sum /= static_cast<double>(plan.repeats);
  return sums;
}

/// Each generation is entered into the store, so that a search that was interrupted repeats the
/// same steps up to where it was, without running anything twice.
bool run_search(const Plan& plan, CampaignStore& store, const Engine& engine) {
  const Space space(plan);
  bool finished = true;
  search(space, [&](const std::vector<Assignment>& points) {
    const auto numbers = store.enter(repeated_points(points, plan.repeats));
    finished = engine(store);
    std::vector<std::vector<double>> answers;
    if (!finished) return answers;
    for (std::size_t i = 0; i < points.size(); ++i) {
      answers.push_back(weighed(plan, store, numbers, i * static_cast<std::size_t>(plan.repeats)));
    }
    return answers;
  });
  return finished;
}

}  // namespace

bool run_campaign(const Plan& plan, CampaignStore& store, const Engine& engine) {
  if (plan.design.kind == DesignPlan::Kind::search) {
    store.begin(plan);
    return run_search(plan, store, engine);
  }
  const auto points = planned_points(plan);
  store.begin(plan);
  store.enter(points);
  return engine(store);
}

}  // namespace isobar
