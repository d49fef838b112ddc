// SPDX-License-Identifier: Apache-2.0
#include "models/link/timing.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace isobar {

LinkTiming::LinkTiming(const LinkClass& link, const Rational& clock)
    : latency_(link.latency), setup_(link.setup), clock_(clock), bandwidth_(link.bandwidth) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  const auto cross = std::gcd(clock_.numerator(), bandwidth_.numerator());
  const auto other = std::gcd(clock_.denominator(), bandwidth_.denominator());
  const auto fits = [](std::int64_t a, std::int64_t b) { return a <= most / b; };
  const auto clock_over = clock_.numerator() / cross;
  const auto clock_under = clock_.denominator() / other;
  const auto bits_over = bandwidth_.numerator() / cross;
  const auto bits_under = bandwidth_.denominator() / other;
  if (!fits(clock_over, bits_under) || !fits(clock_under, bits_over)) return;
  over_ = clock_over * bits_under;
  under_ = clock_under * bits_over;
  short_bits_ = most / 2;
}

Cycle LinkTiming::long_serial(std::int64_t bits) const {
  return ceil_ratio(bits, clock_, bandwidth_);
}

// Bits flow evenly over both links: what holds of the first and of the last holds of all.
Cycle LinkTiming::earliest_behind(const LinkTiming& before, Cycle first, std::int64_t bits) const {
  const Cycle coming = before.serial(bits);
  const bool gains = bandwidth_ > before.bandwidth_;
  const Cycle lead = gains ? coming - floor_ratio(bits, clock_, bandwidth_) : 0;
  return first + std::min(coming, 1 + lead - setup_);
}

}  // namespace isobar
