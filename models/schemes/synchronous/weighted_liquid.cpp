// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/weighted_liquid.h"

#include <utility>

namespace isobar {

WeightedLiquid::WeightedLiquid(Condition condition, const Fabric& fabric, std::int64_t load_bits,
                               EndCapacities ends)
    : plain_(condition, fabric, load_bits), ends_(std::move(ends)), phases_(plain_.phases()) {
  for (auto& phase : phases_) {
    if (phase.receives.empty()) continue;  // no ring
    phase.decision += weighing_cycles(ends_);
    successors_.push_back(fabric.opposite(phase.receives.front()));
  }
}

void WeightedLiquid::announce(std::size_t phase, const PeView& self, Words& out) const {
  plain_.announce(phase, self, out);
}

void WeightedLiquid::decide(std::size_t phase, const PeView& self, Orders& out) const {
  if (successors_.empty()) return;
  const auto successor = successors_[phase];
  const auto more = ends_.difference(self.node, successor, self.load, self.heard[successor]);
  if (more < 0) return;
  const auto predecessor = phases_[phase].receives.front();
  constexpr Load no_more = 0;
  if (shifts(plain_.condition(), self.load, self.heard[predecessor], no_more)) {
    out.add(successor, std::int64_t{1});
  }
}

}  // namespace isobar
