// SPDX-License-Identifier: Apache-2.0
// Lüling and Monien's operators and bounds, against the expectations that they are about.
#include "models/analysis/lueling_monien.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/catch.h"
#include "tests/support/property.h"
#include "tests/support/refusal.h"

using namespace isobar;

namespace {

constexpr double tiny = 1e-12;

LuelingMonien random_setting() {
  const auto n = *rc::gen::inRange<std::int64_t>(2, 1100);
  const auto delta = *rc::gen::inRange<std::int64_t>(1, std::min<std::int64_t>(n, 9));
  const auto part = *rc::gen::inRange(1, 999);
  return {n, delta, 1 + static_cast<double>(delta) * part / 1000};
}

/// Expected loads of processor 1 and of any other.
struct Expected {
  double first;
  double other;

  double ratio() const { return first / other; }
  double total(const LuelingMonien& lm) const {
    return first + static_cast<double>(lm.n() - 1) * other;
  }
};

/// Processor 1's load changes by a factor; then it balances, and another takes part with
/// probability δ/(n−1).
Expected balanced(const LuelingMonien& lm, const Expected& before, double factor) {
  const auto delta = static_cast<double>(lm.delta());
  const double share = (factor * before.first + delta * before.other) / (delta + 1);
  const double part = delta / static_cast<double>(lm.n() - 1);
  return {share, part * share + (1 - part) * before.other};
}

/// The least t ≥ 0 whose Σ_{j<t} q^j reaches the sum, added up.
std::int64_t terms(double q, double sum) {
  std::int64_t t = 0;
  double power = 1;
  for (; sum > 1e-9; ++t) {
    sum -= power;
    power *= q;
  }
  return t;
}

/// Operations while an expected load, l_old at first, is consumed by c in all: a phase ends at
/// l_old/f, the last as soon as c are consumed.
std::int64_t expected_operations(const LuelingMonien& lm, double x, double c, double k) {
  Expected load{x, x / k};
  std::int64_t t = 0;
  const auto phase = [&] { return load.first * (1 - 1 / lm.f()); };
  for (double left = c - phase(); left > 0; left -= phase()) {
    load = balanced(lm, load, 1 / lm.f());
    ++t;
  }
  return t;
}

}  // namespace

TEST_CASE("Lueling and Monien: FIX and its limit in numbers") {
  const LuelingMonien lm(64, 1, 1.1);
  CHECK(lm.fix() == Approx(1.10686).margin(5e-6));
  CHECK(lm.fix_limit() == Approx(10.0 / 9));
  CHECK(lm.fix_of_decrease_limit() == Approx(11.0 / 12));
  CHECK(lm.a() == Approx((1.1 - 70.4 + 62 + 63) / 2.2));
  // With every other processor a partner, all are equal after every operation.
  CHECK(LuelingMonien(2, 1, 1.5).fix() == Approx(1));
  CHECK(LuelingMonien(9, 8, 5).fix() == Approx(1));
}

TEST_CASE("Lueling and Monien: G and C are the ratio's steps (Lemma 1)") {
  test::property([] {
    const auto lm = random_setting();
    const double k = *rc::gen::inRange(1, 5000) / 1000.0;
    const Expected before{k, 1};
    RC_ASSERT(std::abs(lm.g(k) - balanced(lm, before, lm.f()).ratio()) < 1e-9);
    RC_ASSERT(std::abs(lm.c(k) - balanced(lm, before, 1 / lm.f()).ratio()) < 1e-9);
  });
}

TEST_CASE("Lueling and Monien: G is above k just below FIX (Lemma 2)") {
  test::property([] {
    const auto lm = random_setting();
    const double k = *rc::gen::inRange(1, 5000) / 1000.0;
    RC_ASSERT(std::abs(lm.g(lm.fix()) - lm.fix()) < 1e-9);
    RC_ASSERT(std::abs(lm.c(lm.fix_of_decrease()) - lm.fix_of_decrease()) < 1e-9);
    RC_PRE(std::abs(k - lm.fix()) > 1e-9);
    RC_ASSERT((lm.g(k) > k) == (k < lm.fix()));
    const double root = std::sqrt(static_cast<double>(lm.n() - 1) / lm.f() + lm.a() * lm.a());
    RC_ASSERT(std::abs(lm.fix() - (root - lm.a())) < 1e-9);
  });
}

TEST_CASE("Lueling and Monien: G^t(1) rises to FIX, C^t(1) falls (Theorems 1 and 2, Lemma 3)") {
  test::property([] {
    const auto lm = random_setting();
    double g = 1;
    double c = 1;
    for (std::int64_t t = 0; t < 100; ++t) {
      RC_ASSERT(lm.g_power(t) == g);
      RC_ASSERT(lm.c_power(t) == c);
      RC_ASSERT(lm.g(g) >= g - tiny);
      RC_ASSERT(lm.c(c) <= c + tiny);
      g = lm.g(g);
      c = lm.c(c);
      RC_ASSERT(g <= lm.fix() + tiny);
      RC_ASSERT(c >= lm.fix_of_decrease() - tiny);
    }
    RC_ASSERT(std::abs(lm.c_power(100'000) - lm.fix_of_decrease()) < 1e-6);
    RC_ASSERT(std::abs(lm.g_power(100'000) - lm.fix()) < 1e-6);
    RC_ASSERT(lm.fix() <= lm.fix_limit());
    RC_ASSERT(lm.fix_of_decrease() >= lm.fix_of_decrease_limit());
    const LuelingMonien large(10'000'000'000, lm.delta(), lm.f());
    RC_ASSERT(std::abs(large.fix() / lm.fix_limit() - 1) < 1e-3);
    RC_ASSERT(std::abs(large.fix_of_decrease() / lm.fix_of_decrease_limit() - 1) < 1e-3);
  });
}

TEST_CASE("Lueling and Monien: generating and consuming stay between (Theorem 3)") {
  test::property([] {
    const auto lm = random_setting();
    const auto range = lm.theorem_3();
    double k = 1;
    for (const bool generates : *rc::gen::arbitrary<std::vector<bool>>()) {
      k = generates ? lm.g(k) : lm.c(k);
      RC_ASSERT(k >= range.lower - tiny);
      RC_ASSERT(k <= range.upper + tiny);
    }
    RC_ASSERT(lm.theorem_3_any_n().lower <= range.lower);
    RC_ASSERT(lm.theorem_3_any_n().upper >= range.upper);
  });
}

TEST_CASE("Lueling and Monien: Theorem 4 in numbers") {
  const LuelingMonien lm(3, 1, 1.5);
  CHECK(lm.theorem_4(0, 10, 4) == Approx(2.25 * 14));
  // G(1) = 2.5·2 / (1.5 + 1 + 2).
  CHECK(lm.theorem_4(1, 10, 4) == Approx(2.25 * 10 / 9 * 14));
  CHECK(lm.theorem_4_any_n(10, 4) == Approx(2.25 * 2 * 14));
}

TEST_CASE("Lueling and Monien: the packets that Lemma 4 promises are there") {
  test::property([] {
    const auto lm = random_setting();
    const double m = static_cast<double>(lm.n()) * *rc::gen::inRange(1, 2000) / 100.0;
    const auto t = lm.lemma_4(m);
    RC_PRE(t < 1'000'000);
    Expected load{1, 1};
    for (std::int64_t i = 0; i < t; ++i) load = balanced(lm, load, lm.f());
    RC_ASSERT(load.total(lm) >= m * (1 - 1e-9));
  });
  // Two processors share all: the total grows by 1.25 an operation, and 2·1.25^4 < 5 < 2·1.25^5.
  CHECK(LuelingMonien(2, 1, 1.5).lemma_4(5) == 5);
  CHECK(LuelingMonien(2, 1, 1.5).lemma_4(2) == 0);
}

TEST_CASE("Lueling and Monien: D and U bound how a consumer's load shrinks") {
  test::property([] {
    const auto lm = random_setting();
    const auto range = lm.theorem_3();
    const double k = range.lower + (range.upper - range.lower) * *rc::gen::inRange(0, 1001) / 1000;
    const double factor = balanced(lm, {k, 1}, 1 / lm.f()).first / k;
    RC_ASSERT(factor >= lm.d() - tiny);
    RC_ASSERT(factor <= lm.u() + tiny);
    RC_ASSERT(lm.u() <= 1);
  });
}

TEST_CASE("Lueling and Monien: Lemmas 5 and 6 solve their sums") {
  test::property([] {
    const auto lm = random_setting();
    const auto x = *rc::gen::inRange<std::int64_t>(2, 5000);
    const auto c = *rc::gen::inRange<std::int64_t>(1, x);
    const auto real = [](std::int64_t number) { return static_cast<double>(number); };
    const double f = lm.f();
    const double low = (f * f * real(c - x) + real(x) - 1) / ((f - 1) * (real(x) + 1));
    RC_ASSERT(std::abs(lm.lemma_5_lower(x, c) - terms(lm.u(), low)) <= 1);
    const double high = (real(c) + real(x) * f - real(x) - f) / ((real(x) - 1) * f * (1 - 1 / f));
    const auto upper = lm.lemma_5_upper(x, c);
    if (upper) RC_ASSERT(std::abs(*upper - terms(lm.d(), high)) <= 1);
    if (std::abs(high * (1 - lm.d()) - 1) > 1e-9) {
      RC_ASSERT(upper.has_value() == (1 / (1 - lm.d()) > high));
    }
    // C moves the ratio off its worst value: Lemma 6 improves on Lemma 5.
    const auto improved = lm.lemma_6_upper(x, c);
    if (upper) {
      RC_ASSERT(improved.has_value());
      RC_ASSERT(*improved <= *upper);
    }
    if (improved) {
      double sum = 0;
      double product = 1;
      double k = lm.fix();
      for (std::int64_t i = 0; i + 2 <= *improved; ++i) {
        RC_ASSERT(sum < real(c - 1) / ((real(x) - 1) * (f - 1)));
        product *= (1 + static_cast<double>(lm.delta()) * f / k) /
                   (f * (static_cast<double>(lm.delta()) + 1));
        sum += product;
        k = lm.c(k);
      }
      RC_ASSERT(sum >= real(c - 1) / ((real(x) - 1) * (f - 1)) - 1e-9);
    }
  });
}

TEST_CASE("Lueling and Monien: expected loads are consumed within Lemmas 5 and 6") {
  test::property([] {
    const auto lm = random_setting();
    const auto x = *rc::gen::inRange<std::int64_t>(20, 5000);
    const auto c = *rc::gen::inRange<std::int64_t>(1, x);
    const auto range = lm.theorem_3();
    const double part = *rc::gen::inRange(0, 1001) / 1000.0;
    const double k = range.lower + (range.upper - range.lower) * part;
    const auto t = expected_operations(lm, static_cast<double>(x), static_cast<double>(c), k);
    RC_ASSERT(t >= lm.lemma_5_lower(x, c));
    // The upper bounds count on a packet a phase.
    RC_PRE(static_cast<double>(x - c) * (1 - 1 / lm.f()) >= 1);
    const auto upper = lm.lemma_5_upper(x, c);
    if (upper) RC_ASSERT(t <= *upper);
    const auto improved = lm.lemma_6_upper(x, c);
    if (improved) RC_ASSERT(t <= *improved);
  });
}

TEST_CASE("Lueling and Monien: Lemmas 5 and 6 in numbers") {
  const LuelingMonien lm(64, 1, 1.1);
  // A single packet is one operation at most, and none at least.
  CHECK(lm.lemma_5_lower(100, 1) == 0);
  CHECK(lm.lemma_5_upper(100, 1) == 1);
  CHECK(lm.lemma_6_upper(100, 1) == 1);
  // Where Lemma 5's upper bound says nothing, Lemma 6's can.
  CHECK(!lm.lemma_5_upper(1000, 990));
  CHECK(lm.lemma_6_upper(1000, 990));
}

TEST_CASE("Lueling and Monien: what is out of range is refused") {
  using test::contains;
  using test::refusal;
  CHECK(contains(refusal([] { LuelingMonien(1, 1, 1.1); }), "2 processors or more, not 1"));
  CHECK(contains(refusal([] { LuelingMonien(8, 8, 1.1); }), "from 1 to 7 of 8 processors, not 8"));
  CHECK(contains(refusal([] { LuelingMonien(8, 0, 1.1); }), "from 1 to 7"));
  for (const double f : {1.0, 2.0, 0.5}) {
    CHECK(contains(refusal([f] { LuelingMonien(8, 1, f); }), "above 1 and below delta + 1 = 2"));
  }
  const LuelingMonien lm(8, 1, 1.1);
  CHECK(contains(refusal([&] { (void)lm.g_power(-1); }), "from 0, not from -1"));
  CHECK(contains(refusal([&] { (void)lm.lemma_4(0); }), "above 0, not 0"));
  CHECK(contains(refusal([&] { (void)lm.theorem_4(1, 1, -1); }), "0 or more, not -1"));
  for (const std::int64_t c : {0, 5}) {
    CHECK(contains(refusal([&] { (void)lm.lemma_5_lower(5, c); }), "from 5 packets"));
    CHECK(contains(refusal([&] { (void)lm.lemma_5_upper(5, c); }), "from 5 packets"));
    CHECK(contains(refusal([&] { (void)lm.lemma_6_upper(5, c); }), "from 5 packets"));
  }
}
