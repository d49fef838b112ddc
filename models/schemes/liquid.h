// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/schemes/synchronous.h"

namespace isobar {

/// The shift conditions of the Liquid model (Henrich, Table 1).
enum class Condition : std::uint8_t { c0, c1, c2, c3, c4, c5 };

constexpr bool hears_predecessor(Condition c) { return c == Condition::c2 || c == Condition::c4; }
constexpr bool hears_successor(Condition c) {
  return c == Condition::c3 || c == Condition::c4 || c == Condition::c5;
}

/// C_{i,d}: whether a PE with load `own` shifts one task to its successor in the dimension
/// (Henrich, Table 1). A load that the condition does not hear is not looked at.
constexpr bool shifts(Condition c, Load own, Load predecessor, Load successor) {
  const bool keeps_one = own > 1;                                    // C1
  const bool refilled = keeps_one || (own == 1 && predecessor > 1);  // C2
  switch (c) {
    case Condition::c0:
      return own > 0;
    case Condition::c1:
      return keeps_one;
    case Condition::c2:
      return refilled;
    case Condition::c3:
      return keeps_one && own >= successor;
    case Condition::c4:
      return refilled && own >= successor;
    case Condition::c5:
      return own > 0 && own >= successor;
  }
  return false;
}

/// Liquid model load balancing (Henrich, Definition 1): a phase a dimension, in each of which
/// every PE whose condition holds shifts its oldest task to its successor.
class Liquid final : public SynchronousScheme {
 public:
  Liquid(Condition condition, const Fabric& fabric, std::int64_t load_bits);

  const std::vector<Phase>& phases() const override { return phases_; }
  void announce(std::size_t phase, const PeView& self, Words& out) const override;
  void decide(std::size_t phase, const PeView& self, Orders& out) const override;

 private:
  struct Ring {
    unsigned successor;
    unsigned predecessor;
  };

  Condition condition_;
  std::int64_t load_bits_;
  std::vector<Ring> rings_;  ///< by phase: the ports of its dimension
  std::vector<Phase> phases_;
};

}  // namespace isobar
