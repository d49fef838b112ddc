// SPDX-License-Identifier: Apache-2.0
// The generator that a PE draws with in hardware: Marsaglia's numbers, their period, and how often
// each victim comes.
#include "models/xorshift.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "tests/catch.h"

using namespace isobar;

namespace {

constexpr unsigned bits = 32;

/// A step of the generator, which is linear: what becomes of each bit.
using Step = std::array<std::uint32_t, bits>;

std::uint32_t apply(const Step& step, std::uint32_t number) {
  std::uint32_t out = 0;
  for (unsigned bit = 0; bit < bits; ++bit) {
    if (((number >> bit) & 1U) != 0) out ^= step[bit];
  }
  return out;
}

/// First the one, then the other.
Step both(const Step& one, const Step& other) {
  Step out{};
  for (unsigned bit = 0; bit < bits; ++bit) out[bit] = apply(other, one[bit]);
  return out;
}

Step identity() {
  Step out{};
  for (unsigned bit = 0; bit < bits; ++bit) out[bit] = 1U << bit;
  return out;
}

Step times(Step step, std::uint64_t count) {
  auto out = identity();
  for (; count != 0; count /= 2) {
    if (count % 2 != 0) out = both(out, step);
    step = both(step, step);
  }
  return out;
}

}  // namespace

TEST_CASE("xorshift has Marsaglia's numbers") {
  Xorshift xorshift(2'463'534'242);
  for (const std::uint32_t number : {723'471'715U, 2'497'366'906U, 2'064'144'800U}) {
    xorshift.advance();
    CHECK(xorshift.number() == number);
  }
  CHECK(Xorshift(0).number() == 1);
}

TEST_CASE("xorshift goes through all numbers but 0") {
  Step step{};
  for (unsigned bit = 0; bit < bits; ++bit) {
    Xorshift xorshift(1U << bit);
    xorshift.advance();
    step[bit] = xorshift.number();
  }
  // Its order divides 2^32 − 1, and none of that number's proper divisors.
  constexpr std::uint64_t period = 0xFFFF'FFFF;
  CHECK(times(step, period) == identity());
  for (const std::uint64_t prime : {3, 5, 17, 257, 65'537}) {
    CHECK(times(step, period / prime) != identity());
  }
}

TEST_CASE("xorshift draws each of a few as often as another") {
  const std::uint32_t count = GENERATE(2U, 7U, 63U);
  Xorshift xorshift(99);
  constexpr unsigned draws_each = 10'000;
  std::vector<unsigned> drawn(count, 0);
  for (unsigned draw = 0; draw < draws_each * count; ++draw) {
    ++drawn.at(xorshift.below(count));
    xorshift.advance();
  }
  // Five standard deviations, 100 each
  for (const auto times : drawn) CHECK(std::abs(static_cast<int>(times - draws_each)) < 500);
}
