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
                                      double below) {
  Selection order(loads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return loads[a] < loads[b]; });
  std::vector<Selection> groups;
  double together = 0;
  Selection group;
  const auto close = [&] {
    if (group.size() > 1) groups.push_back(group);
    group.clear();
    together = 0;
  };
  for (const auto task : order) {
    if ((together + loads[task]) / capacity > below) close();
    together += loads[task];
    group.push_back(task);
  }
  close();
  return groups;
}

}  // namespace isobar
