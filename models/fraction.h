// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "models/types.h"

namespace isobar {

/// A coefficient in a PE's hardware is a fraction of two whole numbers of 20 bits, so that a
/// decimal of six places is exact. No two such fractions are nearer than 10⁻¹², which a double
/// tells apart easily.
inline constexpr std::int64_t max_denominator = 1'000'000;

/// The fraction nearest to `value` ≥ 0 among those with denominators up to `most`.
Rational nearest_fraction(double value, std::int64_t most = max_denominator);

/// The largest fraction below `fraction` > 0 among those with denominators up to `most`.
Rational fraction_below(const Rational& fraction, std::int64_t most = max_denominator);

/// The fraction that `value` was written as. Throws ValueError, naming `what`, if it is none.
Rational exact_fraction(double value, std::string_view what);

}  // namespace isobar
