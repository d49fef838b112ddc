// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/granularity.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace isobar {

std::vector<Division> tasks_to_divide(const std::vector<double>& loads, double capacity,
                                      double threshold, std::size_t most) {
  std::vector<Division> all;
  for (std::size_t task = 0; task < loads.size(); ++task) {
    const double times = loads[task] / capacity / threshold;
    if (!(times > 1)) continue;
    const double parts = std::min(std::ceil(times), static_cast<double>(most));
    all.push_back({task, static_cast<std::size_t>(parts)});
  }
  return all;
}

std::vector<Selection> tasks_to_merge(const std::vector<double>& loads, double capacity,
                                      double below, const MayJoin& may_join) {
  Selection order(loads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return loads[a] < loads[b]; });
  std::vector<Selection> groups;
  std::vector<double> together;
  for (const auto task : order) {
    const auto takes = [&](const Selection& group) {
      const auto n = static_cast<std::size_t>(&group - groups.data());
      return (together[n] + loads[task]) / capacity <= below &&
             std::any_of(group.begin(), group.end(),
                         [&](std::size_t other) { return may_join(other, task); });
    };
    const auto group = std::find_if(groups.begin(), groups.end(), takes);
    if (group == groups.end()) {
      groups.push_back({task});
      together.push_back(loads[task]);
    } else {
      group->push_back(task);
      together[static_cast<std::size_t>(group - groups.begin())] += loads[task];
    }
  }
  groups.erase(std::remove_if(groups.begin(), groups.end(),
                              [](const Selection& group) { return group.size() < 2; }),
               groups.end());
  return groups;
}

}  // namespace isobar
