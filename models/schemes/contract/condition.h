// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// The shift conditions of the Liquid model (Henrich, Table 1).
enum class Condition : std::uint8_t { c0, c1, c2, c3, c4, c5 };

constexpr bool hears_predecessor(Condition c) { return c == Condition::c2 || c == Condition::c4; }
constexpr bool hears_successor(Condition c) {
  return c == Condition::c3 || c == Condition::c4 || c == Condition::c5;
}

/// C_{i,d}: whether a PE with load `own` shifts one task to its successor in the dimension
/// (Henrich, Table 1). A load that the condition does not hear is not looked at.
constexpr bool shifts(Condition c, std::int64_t own, std::int64_t predecessor,
                      std::int64_t successor) {
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

}  // namespace isobar
