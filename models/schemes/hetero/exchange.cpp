// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/exchange.h"

#include <cmath>
#include <iterator>
#include <map>
#include <optional>

namespace isobar {
namespace {

using ByLoad = std::multimap<double, std::size_t>;

ByLoad by_load(const std::vector<double>& loads) {
  ByLoad all;
  for (std::size_t task = 0; task < loads.size(); ++task) all.emplace(loads[task], task);
  return all;
}

struct Swap {
  ByLoad::iterator mine;
  ByLoad::iterator theirs;
};

/// The swap that leaves least of `missing`, if it leaves less.
std::optional<Swap> nearest_swap(ByLoad& mine, ByLoad& theirs, double missing) {
  std::optional<Swap> best;
  double least = std::abs(missing);
  for (auto give = mine.begin(); give != mine.end(); ++give) {
    const auto above = theirs.lower_bound(give->first - missing);
    for (const auto take : {above, above == theirs.begin() ? theirs.end() : std::prev(above)}) {
      if (take == theirs.end()) continue;
      const double left = std::abs(missing - (give->first - take->first));
      if (left >= least) continue;
      least = left;
      best = {give, take};
    }
  }
  return best;
}

}  // namespace

TaskExchange exchange_tasks(const std::vector<double>& mine, const std::vector<double>& theirs,
                            double amount, double enough) {
  TaskExchange exchange;
  auto ours = by_load(mine);
  auto others = by_load(theirs);
  double missing = amount;
  while (std::abs(missing) > enough) {
    const auto swap = nearest_swap(ours, others, missing);
    if (!swap) break;
    missing -= swap->mine->first - swap->theirs->first;
    exchange.given.push_back(swap->mine->second);
    exchange.taken.push_back(swap->theirs->second);
    ours.erase(swap->mine);
    others.erase(swap->theirs);
  }
  return exchange;
}

}  // namespace isobar
