// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/fabric/fabric.h"
#include "models/schemes/contract/condition.h"
#include "models/schemes/contract/liquid_rule.h"
#include "models/schemes/contract/synchronous.h"

namespace isobar {

/// Liquid model load balancing (Henrich, Definition 1): a phase a dimension, in each of which
/// every PE whose condition holds shifts its oldest task to its successor.
class Liquid final : public SynchronousScheme {
 public:
  Liquid(Condition condition, const Fabric& fabric, std::int64_t load_bits);

  Condition condition() const { return condition_; }
  std::optional<Condition> liquid_condition() const override { return condition_; }
  gsl::span<const LiquidRule> liquid_rules() const override { return rules_; }
  bool never_deepens() const override { return true; }
  const std::vector<Phase>& phases() const override { return phases_; }
  void announce(std::size_t phase, const PeView& self, Words& out) const override;
  void decide(std::size_t phase, const PeView& self, Orders& out) const override;

 private:
  Condition condition_;
  std::int64_t load_bits_;
  std::vector<LiquidRule> rules_;  ///< by phase; empty without a ring to shift on
  std::vector<Phase> phases_;
};

}  // namespace isobar
