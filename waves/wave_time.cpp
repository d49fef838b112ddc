// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_time.h"

#include "models/wide.h"

namespace isobar {

std::uint64_t picoseconds(Cycle cycle, const Rational& clock) {
  constexpr std::uint64_t per_second = 1'000'000'000'000;
  const auto cycles = UnsignedWide{static_cast<std::uint64_t>(cycle)} * per_second *
                      static_cast<std::uint64_t>(clock.denominator());
  const auto frequency = UnsignedWide{static_cast<std::uint64_t>(clock.numerator())};
  return static_cast<std::uint64_t>((2 * cycles + frequency) / (2 * frequency));
}

}  // namespace isobar
