// SPDX-License-Identifier: Apache-2.0
#include "models/link/timing.h"

namespace isobar {

LinkTiming::LinkTiming(const LinkClass& link, const Rational& clock)
    : latency_(link.latency), setup_(link.setup), clock_(clock), bandwidth_(link.bandwidth) {}

Cycle LinkTiming::serial(std::int64_t bits) const { return ceil_ratio(bits, clock_, bandwidth_); }

}  // namespace isobar
