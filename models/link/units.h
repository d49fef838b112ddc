// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "models/types.h"

namespace isobar {

/// Picojoules of a milliwatt for a second.
inline constexpr double pj_per_mj = 1e9;

/// `250Mb/s`, `1.25 Gb/s`, `1Gbit/s`, `1Gbps`; bytes, `32GB/s`, `32GBps`; prefixes k, M, G, T. Or
/// the rate of a line and its code, `2.5GT/s 8b/10b`, `8GT/s:128b/130b`. From 1 b/s to 1 Pb/s. In
/// bits per second. Throws ValueError on anything else.
Rational parse_bandwidth(std::string_view text);

/// `250MHz`, or the length of a cycle, `4ns`; from 1 kHz to 1 THz. In cycles per second.
/// Throws ValueError on anything else.
Rational parse_clock(std::string_view text);

/// `5pJ/b`, `0.5 nJ/b`; prefixes f, p, n; from 0 to 1000 nJ/b. In picojoules per bit.
/// Throws ValueError on anything else.
Rational parse_bit_energy(std::string_view text);

/// `1mW`, `0W`; prefixes n, u, m; from 0 to 1000 W. In milliwatts.
/// Throws ValueError on anything else.
Rational parse_power(std::string_view text);

/// A plain number of cycles, or a time (`4ns`; units ps, ns, us, ms, s) rounded up to whole
/// cycles of `clock`; from `lo` to `hi` cycles. Throws ValueError on anything else.
Cycle parse_cycles(std::string_view text, const Rational& clock, std::string_view what, Cycle lo,
                   Cycle hi);

/// ceil(a · b / c) for a, b ≥ 0 and c > 0, without overflow for the quantities parsed above, and at
/// most a quarter of the largest Cycle.
Cycle ceil_ratio(std::int64_t a, const Rational& b, const Rational& c);
/// floor(a · b / c), in the same way.
Cycle floor_ratio(std::int64_t a, const Rational& b, const Rational& c);

}  // namespace isobar
