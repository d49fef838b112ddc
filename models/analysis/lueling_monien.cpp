// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/lueling_monien.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/analysis/producer_setting.h"
#include "models/errors.h"

namespace isobar {
namespace {

double as_double(std::int64_t number) { return static_cast<double>(number); }
std::int64_t ceiling(double number) { return static_cast<std::int64_t>(std::ceil(number)); }

/// Solves 1 + q + … + q^(t−1) = sum for t, where q ≤ 1 and the sum is below 1/(1−q).
double terms_of_geometric_sum(double q, double sum) {
  // log1p in the numerator and the denominator: then the t of sum = 1 is 1 to the last bit.
  return q < 1 ? std::log1p(sum * (q - 1)) / std::log1p(q - 1) : sum;
}

void require_decrease(std::int64_t x, std::int64_t c) {
  if (c < 1 || c >= x) {
    throw ValueError(
        fmt::format("a decrease from {} packets is by 1 or more and leaves some, "
                    "not by {}",
                    x, c));
  }
}

void require_borrow_limit(double limit) {
  if (!(limit >= 0))
    throw ValueError(fmt::format("the borrow limit C is 0 or more, not {}", limit));
}

}  // namespace

LuelingMonien::LuelingMonien(std::int64_t n, std::int64_t delta, double f)
    : n_(n), delta_(delta), f_(f) {
  require(ProducerSetting{n, delta, f});
  if (!(f > 1 && f < as_double(delta) + 1)) {
    throw ValueError(fmt::format("f is above 1 and below delta + 1 = {}, not {}", delta + 1, f));
  }
}

double LuelingMonien::next(double k, double factor) const {
  const double others = as_double(n_ - 1);
  const double partners = as_double(delta_);
  return (k * factor + partners) * others /
         (partners * k * factor + partners * as_double(n_ - 2) + others);
}

double LuelingMonien::power(std::int64_t t, double factor) const {
  require_operations(t);
  double k = 1;
  for (std::int64_t i = 0; i < t; ++i) {
    const double before = k;
    k = next(k, factor);
    if (k == before) break;  // the limit is reached
  }
  return k;
}

double LuelingMonien::g_power(std::int64_t t) const { return power(t, f_); }
double LuelingMonien::c_power(std::int64_t t) const { return power(t, 1 / f_); }

double LuelingMonien::a_of(double factor) const {
  const double partners = as_double(delta_);
  return (factor - factor * as_double(n_) + partners * as_double(n_ - 2) + as_double(n_ - 1)) /
         (2 * partners * factor);
}

double LuelingMonien::fix_of(double factor) const {
  const double q = as_double(n_ - 1) / factor;
  const double a = a_of(factor);
  const double root = std::sqrt(q + a * a);
  // Both expressions are √(q + A²) − A; each is used where it subtracts no nearly equal numbers.
  return a > 0 ? q / (root + a) : root - a;
}

double LuelingMonien::limit_of(double factor) const {
  return as_double(delta_) / (as_double(delta_) + 1 - factor);
}

double LuelingMonien::theorem_4(std::int64_t t, double load_of_j, double borrow_limit) const {
  require_borrow_limit(borrow_limit);
  return f_ * f_ * g_power(t) * (load_of_j + borrow_limit);
}

double LuelingMonien::theorem_4_any_n(double load_of_j, double borrow_limit) const {
  require_borrow_limit(borrow_limit);
  return f_ * f_ * fix_limit() * (load_of_j + borrow_limit);
}

std::int64_t LuelingMonien::lemma_4(double m) const {
  if (!(m > 0)) throw ValueError(fmt::format("a number of packets is above 0, not {}", m));
  const double k = fix();
  const double growth = (f_ + as_double(delta_) / k) / (as_double(delta_) + 1);
  return std::max<std::int64_t>(
      0, ceiling(std::log(m * k / (as_double(n_ - 1) + k)) / std::log(growth)));
}

double LuelingMonien::shrink(double k) const {
  return (1 + f_ * as_double(delta_) / k) / (f_ * (as_double(delta_) + 1));
}

std::int64_t LuelingMonien::lemma_5_lower(std::int64_t x, std::int64_t c) const {
  require_decrease(x, c);
  // Below 1/(1−U), as FIX(n, δ, 1/f) ≤ 1 makes 1/(1−U) ≥ f(δ+1)/(f−1).
  const double sum =
      (f_ * f_ * as_double(c - x) + as_double(x - 1)) / ((f_ - 1) * as_double(x + 1));
  return std::max<std::int64_t>(0, ceiling(terms_of_geometric_sum(u(), sum)));
}

std::optional<std::int64_t> LuelingMonien::lemma_5_upper(std::int64_t x, std::int64_t c) const {
  require_decrease(x, c);
  const double sum = 1 + as_double(c - 1) / (as_double(x - 1) * (f_ - 1));  // the lemma's fraction
  if (!(sum * (1 - d()) < 1)) return std::nullopt;
  return ceiling(terms_of_geometric_sum(d(), sum));
}

std::optional<std::int64_t> LuelingMonien::lemma_6_upper(std::int64_t x, std::int64_t c) const {
  require_decrease(x, c);
  double missing = as_double(c - 1) / (as_double(x - 1) * (f_ - 1));
  double k = fix();
  double product = 1;
  std::int64_t t = 1;
  for (; missing > 0; ++t) {
    product *= shrink(k);
    missing -= product;
    k = this->c(k);
    // None of the factors that follow is above U.
    if (missing >= product * u() / (1 - u())) return std::nullopt;
  }
  return t;
}

}  // namespace isobar
