// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/schemes/contract/registry.h"
#include "models/types.h"

namespace isobar {

/// Bits of a number as it is written in binary; 0 for 0.
constexpr std::int64_t bit_width(std::uint64_t number) {
  std::int64_t bits = 0;
  for (; number > 0; number /= 2) ++bits;
  return bits;
}
constexpr bool is_power_of_two(std::uint64_t number) {
  return number > 0 && (number & (number - 1)) == 0;
}

/// Cycles of bit-serial arithmetic: compare, multiply by the numerator, divide by the denominator.
constexpr Cycle serial_cycles(std::int64_t numerator, std::int64_t denominator,
                              std::int64_t quotient_bits) {
  return 1 + (numerator > 1 ? bit_width(static_cast<std::uint64_t>(numerator)) : 0) +
         (is_power_of_two(static_cast<std::uint64_t>(denominator)) ? 0 : quotient_bits);
}

/// The parameter `decision`: the cycles from the last word to the first task's departure. 0 stands
/// for bit-serial arithmetic, which costs a PE little more than adders: a multiplication takes as
/// many cycles as its multiplier has bits, a division as many as its quotient; additions,
/// comparisons and multiples of the number of neighbours take one cycle together.
ParameterOf<Cycle> decision_parameter();
/// What the parameter says; `bit_serial` if it is 0.
Cycle decision_cycles(const SchemeSetting& setting, Cycle bit_serial);

}  // namespace isobar
