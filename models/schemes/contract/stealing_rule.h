// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/types.h"

namespace isobar {

/// How a thief steals.
struct StealingRule {
  bool nearest;     ///< it asks its neighbours, one after the other in order of its ports
  bool ring;        ///< it asks all others, one after the other by number; else at random
  bool half;        ///< it gets half of what its victim has more than it; else one task
  Cycle retry;      ///< its first wait after a request in vain, doubled each time
  Cycle retry_max;  ///< its longest wait
};

/// A message-driven scheme that is work stealing and nothing else: a PE without waiting tasks asks
/// one victim after the other, says whether it works on a task, hears how many tasks come, and asks
/// again when all of them are there. Who builds or costs it by other means (RTL, synthesis) asks
/// this; the scheme promises that they come to the same.
class Stealing {
 public:
  virtual ~Stealing() = default;
  /// How its thieves steal.
  virtual StealingRule stealing_rule() const = 0;

 protected:
  Stealing() = default;
  Stealing(const Stealing&) = default;
  Stealing& operator=(const Stealing&) = default;
};

/// How `scheme` steals, if it is work stealing.
template <class Scheme>
std::optional<StealingRule> stealing_rule(const Scheme* scheme) {
  const auto* stealing = dynamic_cast<const Stealing*>(scheme);
  return stealing == nullptr ? std::nullopt : std::optional(stealing->stealing_rule());
}

}  // namespace isobar
