// SPDX-License-Identifier: Apache-2.0
#include "models/fraction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/errors.h"

namespace isobar {

Rational nearest_fraction(double value, std::int64_t most) {
  // Convergents of the continued fraction, and the last one's nearest relation that still fits.
  std::int64_t over = 1;
  std::int64_t under = 0;
  std::int64_t over_before = 0;
  std::int64_t under_before = 1;
  const auto distance = [&](std::int64_t p, std::int64_t q) {
    return std::abs(static_cast<double>(p) / static_cast<double>(q) - value);
  };
  double rest = value;
  while (true) {
    const auto whole = static_cast<std::int64_t>(std::floor(rest));
    const auto room = under == 0 ? whole : (most - under_before) / under;
    const auto factor = std::min(whole, room);
    const auto p = factor * over + over_before;
    const auto q = factor * under + under_before;
    if (factor < whole) {
      const bool nearer = q > 0 && distance(p, q) < distance(over, under);
      return nearer ? Rational(p, q) : Rational(over, under);
    }
    over_before = over;
    under_before = under;
    over = p;
    under = q;
    // A double's last bits say nothing: where they alone are left, the fraction was found.
    constexpr double last_bits = 1e-15;
    if (distance(over, under) < last_bits || rest == std::floor(rest)) return {over, under};
    rest = 1 / (rest - std::floor(rest));
    if (rest > static_cast<double>(most) * 2) return {over, under};
  }
}

Rational fraction_below(const Rational& fraction, std::int64_t most) {
  // Neighbours p′/q′ < p/q have p·q′ − p′·q = 1; of all such q′ the largest is nearest.
  const auto p = fraction.numerator();
  const auto q = fraction.denominator();
  auto under = most;
  while ((p % q) * (under % q) % q != 1 % q) --under;
  return {(p * under - 1) / q, under};
}

Rational exact_fraction(double value, std::string_view what) {
  const auto fraction = nearest_fraction(value);
  const double difference = boost::rational_cast<double>(fraction) - value;
  if (std::abs(difference) > 1e-14) {
    throw ValueError(fmt::format(
        "{} must be a fraction with a denominator of at most {}, or a decimal of at most six "
        "places; the nearest to {} is {}/{}",
        what, max_denominator, value, fraction.numerator(), fraction.denominator()));
  }
  return fraction;
}

}  // namespace isobar
