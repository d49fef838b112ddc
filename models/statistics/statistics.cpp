// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/statistics.h"

#include <fmt/format.h>

#include <iterator>
#include <set>

#include "models/costs/cost_statistics.h"
#include "models/errors.h"
#include "models/measure/statistic_groups.h"

namespace isobar {
namespace {

std::vector<StatisticGroup> joined() {
  std::vector<StatisticGroup> all;
  const auto add = [&](std::vector<StatisticGroup> more) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
  };
  add(fabric_statistics());
  add(level_statistics());
  add(time_statistics());
  add(load_statistics());
  add(utilization_statistics());
  add(link_statistics());
  add(end_to_end_statistics());
  add(application_statistics());
  add(cost_statistics());
  std::set<std::string> taken;
  for (const auto& group : all) {
    for (const auto& one : group.statistics) taken.insert({one.metric, one.old_metric});
  }
  add(own_statistics(taken));
  return all;
}

void require(const std::vector<std::pair<std::string, std::int64_t>>& counted,
             const std::string& where) {
  for (const auto& [name, value] : counted) {
    if (find_statistic(where + name) != nullptr) continue;
    throw ModelError(fmt::format(
        "'{}{}' is counted, but not among the statistics of any registration", where, name));
  }
}

}  // namespace

const std::vector<StatisticGroup>& statistics() {
  static const auto all = joined();
  return all;
}

const Statistic* find_statistic(const std::string& path) {
  for (const auto& group : statistics()) {
    for (const auto& statistic : group.statistics) {
      if (statistic.path == path) return &statistic;
    }
  }
  return nullptr;
}

const char* better_name(Better better) {
  switch (better) {
    case Better::neither:
      return "";
    case Better::less:
      return "less";
    case Better::more:
      return "more";
  }
  return "";
}

void require_declared(const RunResult& result) {
  require(result.scheme, "scheme.");
  if (result.application) require(result.application->statistics, "application.statistics.");
}

}  // namespace isobar
