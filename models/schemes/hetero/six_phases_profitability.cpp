// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/six_phases_profitability.h"

#include <algorithm>
#include <utility>

namespace isobar::six_phases {

TreeReduction::Pair Profitability::needs(std::int64_t excess) {
  bytes_over_ = std::max(bytes_over_, excess);
  return {static_cast<double>(excess), static_cast<double>(longest_)};
}

bool Profitability::decide(const Resources& resources, const TreeReduction::Pair& needs,
                           const Iteration& iteration) {
  then_ = resources.told();
  then_.push_back(needs.first);
  ++limits_[resources.least_even()];
  // What is good for one resource may be bad for the other, unless they are a vector.
  const double before = std::exchange(worst_before_, 0);
  if (resources.size() > 1 && !setting_.as_vector && before > 0 &&
      resources.worst(setting_.eff_min) >= before) {
    in_vain_ = then_;
  }
  return is_profitable(resources, needs, iteration);
}

bool Profitability::is_profitable(const Resources& resources, const TreeReduction::Pair& needs,
                                  const Iteration& iteration) const {
  if (iteration.left() == 0 || iteration.count() % setting_.interval != 0) return false;
  if (setting_.max_balancings > 0 && balancings_ == setting_.max_balancings) return false;
  if (in_vain_ == then_) return false;
  if (needs.first > 0) return true;  // some PE holds more than its memory
  for (std::size_t i = 0; i < resources.size(); ++i) {
    if (resources.is_adequate(i, setting_.eff_min)) continue;
    const double gain = resources.max(i) - resources.mean(i);
    const bool costs = setting_.cost_benefit && resources.kind(i) == Resource::time;
    if (!costs || gain * static_cast<double>(iteration.left()) > needs.second) return true;
  }
  return false;
}

void Profitability::begin_balancing(const Resources& resources, Cycle now) {
  ++balancings_;
  moved_ = 0;
  began_ = now;
  worst_before_ = resources.worst(setting_.eff_min);
}

void Profitability::end_balancing(Cycle now) {
  longest_ = std::max(longest_, now - began_);
  in_vain_.reset();
  if (moved_ == 0) in_vain_ = then_;
}

}  // namespace isobar::six_phases
