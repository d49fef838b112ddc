// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/contract/ordered_triangles.h"

#include <algorithm>
#include <cstddef>

namespace isobar {

TriangleLoads hhc_b_targets(const TriangleLoads& loads) {
  const Load sum = loads[0] + loads[1] + loads[2];
  TriangleLoads targets = {};
  for (std::size_t i = 0; i < loads.size(); ++i) {
    Load fuller = 0;  // nodes that come before this one
    for (std::size_t j = 0; j < loads.size(); ++j) {
      if (loads[j] > loads[i] || (loads[j] == loads[i] && j < i)) ++fuller;
    }
    targets[i] = sum / 3 + (fuller < sum % 3 ? 1 : 0);
  }
  return targets;
}

Load hhc_b_share(const TriangleLoads& loads, Place from, Place to) {
  // At most one node gives to two or two give to one, so there is nothing to choose.
  const auto targets = hhc_b_targets(loads);
  const auto giver = static_cast<std::size_t>(from);
  const auto taker = static_cast<std::size_t>(to);
  const Load excess = loads[giver] - targets[giver];
  const Load need = targets[taker] - loads[taker];
  if (excess > 0) return std::max<Load>(0, std::min(excess, need));
  return std::min<Load>(0, std::max(excess, need));
}

}  // namespace isobar
