// SPDX-License-Identifier: Apache-2.0
#include "models/link/cycle_clock.h"

#include <algorithm>
#include <limits>

namespace isobar {

namespace {

sc_core::sc_time period_of(const Rational& frequency) {
  const double seconds =
      static_cast<double>(frequency.denominator()) / static_cast<double>(frequency.numerator());
  return std::max(sc_core::sc_time(seconds, sc_core::SC_SEC), sc_core::sc_get_time_resolution());
}

}  // namespace

CycleClock::CycleClock(const Rational& frequency, const sc_core::sc_time& begin)
    : period_(period_of(frequency).value()), begin_(begin.value()) {}

Cycle CycleClock::last_cycle(unsigned part) const {
  const auto most = std::numeric_limits<sc_dt::uint64>::max() / part;
  const auto cycles = most < begin_ ? 0 : (most - begin_) / period_;
  constexpr auto countable = static_cast<sc_dt::uint64>(std::numeric_limits<Cycle>::max());
  return static_cast<Cycle>(std::min(cycles, countable));
}

}  // namespace isobar
