// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/pareto.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace isobar {
namespace {

bool dominates(const std::vector<double>& a, const std::vector<double>& b) {
  bool better = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) return false;
    better = better || a[i] < b[i];
  }
  return better;
}

}  // namespace

std::vector<bool> pareto_front(const std::vector<std::vector<double>>& rows) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto unknown = [](double value) { return std::isnan(value); };
    if (std::none_of(rows[i].begin(), rows[i].end(), unknown)) order.push_back(i);
  }
  // A row that dominates another comes before it, so the rows of the front are known by then.
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return rows[a] < rows[b]; });
  std::vector<bool> on_front(rows.size());
  std::vector<std::size_t> front;
  for (const auto i : order) {
    const auto over = [&](std::size_t f) { return dominates(rows[f], rows[i]); };
    if (std::any_of(front.rbegin(), front.rend(), over)) continue;
    on_front[i] = true;
    front.push_back(i);
  }
  return on_front;
}

}  // namespace isobar
