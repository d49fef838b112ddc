// SPDX-License-Identifier: Apache-2.0
#include "models/link/timing.h"

#include <algorithm>

namespace isobar {

LinkTiming::LinkTiming(const LinkClass& link, const Rational& clock)
    : latency_(link.latency), setup_(link.setup), clock_(clock), bandwidth_(link.bandwidth) {}

Cycle LinkTiming::serial(std::int64_t bits) const { return ceil_ratio(bits, clock_, bandwidth_); }

// Bits flow evenly over both links: what holds of the first and of the last holds of all.
Cycle LinkTiming::earliest_behind(const LinkTiming& before, Cycle first, std::int64_t bits) const {
  const Cycle coming = before.serial(bits);
  const bool gains = bandwidth_ > before.bandwidth_;
  const Cycle lead = gains ? coming - floor_ratio(bits, clock_, bandwidth_) : 0;
  return first + std::min(coming, 1 + lead - setup_);
}

}  // namespace isobar
