// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/schemes/contract/condition.h"
#include "models/schemes/parts/capacities.h"
#include "models/schemes/synchronous/liquid.h"

namespace isobar {

/// Liquid model load balancing by utilization: where the condition says that the successor holds no
/// more, L_i ≥ L_s (Henrich, Table 1), it is L_i/C_i ≥ L_s/C_s here. Only C3, C4 and C5 look at the
/// successor.
class WeightedLiquid final : public SynchronousScheme {
 public:
  WeightedLiquid(Condition condition, const Fabric& fabric, std::int64_t load_bits,
                 EndCapacities ends);

  const std::vector<Phase>& phases() const override { return phases_; }
  void announce(std::size_t phase, const PeView& self, Words& out) const override;
  void decide(std::size_t phase, const PeView& self, Orders& out) const override;

 private:
  Liquid plain_;
  EndCapacities ends_;
  std::vector<unsigned> successors_;  ///< by phase: the port
  std::vector<Phase> phases_;
};

}  // namespace isobar
