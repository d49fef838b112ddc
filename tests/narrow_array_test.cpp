// SPDX-License-Identifier: Apache-2.0
#include "models/narrow_array.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "tests/catch.h"
#include "tests/support/property.h"

using namespace isobar;

namespace {

std::int64_t any_number() {
  const auto edge = *rc::gen::element<std::int64_t>(
      0, 1, 255, 256, 65'535, 65'536, 4'294'967'295, 4'294'967'296, -1,
      std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min());
  return *rc::gen::inRange(0, 4) == 0 ? edge : *rc::gen::inRange<std::int64_t>(0, 256);
}

/// The bytes that the greatest number, or a negative one, needs.
std::size_t least_width(const std::vector<std::int64_t>& numbers) {
  std::size_t width = 1;
  for (const auto number : numbers) {
    if (number < 0 || number > 4'294'967'295) return 8;
    width = std::max<std::size_t>(width, number > 65'535 ? 4 : (number > 255 ? 2 : 1));
  }
  return width;
}

}  // namespace

TEST_CASE("a narrow array holds what a vector does, in as few bytes as the numbers ever needed") {
  test::property([] {
    std::vector<std::int64_t> plain;
    std::vector<std::int64_t> ever;
    NarrowArray narrow;
    const auto steps = *rc::gen::inRange(0, 30);
    for (int step = 0; step < steps; ++step) {
      const auto number = any_number();
      const auto kind = *rc::gen::inRange(0, 3);
      if (kind == 0 || plain.empty()) {
        plain.push_back(number);
        narrow.push_back(number);
      } else if (kind == 1) {
        const auto place = *rc::gen::inRange<std::size_t>(0, plain.size());
        plain[place] = number;
        narrow[place] = number;
      } else {
        const auto size = *rc::gen::inRange<std::size_t>(0, 9);
        plain.resize(size, number);
        narrow.resize(size, number);
      }
      ever.push_back(number);
      RC_ASSERT(narrow.size() == plain.size());
      RC_ASSERT(narrow == NarrowArray(plain));
      RC_ASSERT(std::vector<std::int64_t>(narrow) == plain);
      RC_ASSERT(narrow.width() == least_width(ever));
    }
    RC_ASSERT(NarrowArray(plain).width() == least_width(plain));
    if (plain.empty()) return;
    const auto [min, max] = std::minmax_element(plain.begin(), plain.end());
    RC_ASSERT(narrow.min() == *min);
    RC_ASSERT(narrow.max() == *max);
    RC_ASSERT(narrow.place_of_max() == static_cast<std::size_t>(max - plain.begin()) ||
              plain[narrow.place_of_max()] == *max);
    RC_ASSERT(*std::max_element(narrow.begin(), narrow.end()) == *max);
  });
}

TEST_CASE("the sum of narrow numbers is wide") {
  CHECK(NarrowArray(100'000, 255).width() == 1);
  CHECK(NarrowArray(100'000, 255).sum() == 25'500'000);
  CHECK(NarrowArray(2, 4'294'967'295).sum() == 8'589'934'590);
}

TEST_CASE("elements that are taken over stay as wide as they were") {
  const auto taken = NarrowArray::holding(std::vector<std::uint32_t>{1, 2, 3});
  CHECK(taken.width() == 4);
  CHECK(taken == NarrowArray{1, 2, 3});
  CHECK(taken != NarrowArray{1, 2});
}

TEST_CASE("elements are counted up and down where they stand") {
  NarrowArray array = {255, 7};
  ++array[0];
  --array[1];
  array[1] += 10;
  array[1] -= 1;
  CHECK(array == NarrowArray{256, 15});
  CHECK(array.place_of_max() == 0);
  CHECK(NarrowArray({4, 9, 9}).place_of_max() == 1);
}
