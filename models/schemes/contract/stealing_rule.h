// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/types.h"
#include "models/xorshift.h"

namespace isobar {

/// Whom a thief asks.
enum class VictimChoice : std::uint8_t {
  random,    ///< any other PE, by a generator that no hardware has
  xorshift,  ///< any other PE, by one of 32 bits that hardware has
  ring,      ///< all others, one after the other by number
  nearest,   ///< its neighbours, one after the other in order of its ports
};

/// How a thief steals.
struct StealingRule {
  VictimChoice victims;  ///< whom it asks
  bool half;             ///< it gets half of what its victim has more than it; else one task
  Cycle retry;           ///< its first wait after a request in vain, doubled each time
  Cycle retry_max;       ///< its longest wait
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
  /// What a thief draws its victims with if it draws them as hardware does, as a run begins.
  virtual Xorshift thief_xorshift(Node node) const = 0;

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

/// Stealing::thief_xorshift of `scheme`, if it is work stealing.
template <class Scheme>
std::optional<Xorshift> thief_xorshift(const Scheme* scheme, Node node) {
  const auto* stealing = dynamic_cast<const Stealing*>(scheme);
  return stealing == nullptr ? std::nullopt : std::optional(stealing->thief_xorshift(node));
}

}  // namespace isobar
