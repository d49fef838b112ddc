// SPDX-License-Identifier: Apache-2.0
// What a surrogate hopes of points is what an optimist would who has seen the others.
#include "sim/explore/surrogate.h"

#include <cmath>

#include "tests/catch.h"

using namespace isobar;

namespace {

/// All combinations of `a` and `b` categories but (a − 1, b − 1), with a value that `of` gives.
template <class Value>
SurrogateData all_but_last(int a, int b, Value of) {
  SurrogateData data;
  data.is_number = {false, false};
  for (int i = 0; i < a; ++i) {
    for (int j = 0; j < b; ++j) {
      if (i == a - 1 && j == b - 1) continue;
      data.points.push_back({double(i), double(j)});
      data.values.push_back({of(i, j)});
    }
  }
  return data;
}

}  // namespace

TEST_CASE("what is known is hoped for") {
  const auto data = all_but_last(4, 4, [](int i, int j) { return 0.3 * i + 0.1 * j * j; });
  const auto hoped = hopes(data, data.points);
  for (std::size_t i = 0; i < hoped.size(); ++i) {
    CHECK(hoped[i][0] <= data.values[i][0] + 0.05);
    CHECK(hoped[i][0] >= data.values[i][0] - 0.35);
  }
}

TEST_CASE("what is unknown is hoped to be better than it may be expected to be") {
  const auto data = all_but_last(4, 4, [](int i, int j) { return 0.3 * i + 0.1 * j * j; });
  // Nothing is known of category 9, everything of category 1.
  const auto hoped = hopes(data, {{9, 9}, {1, 1}});
  CHECK(hoped[0][0] < hoped[1][0]);
}

TEST_CASE("an axis that does not matter is no reason for doubt") {
  const auto data = all_but_last(5, 6, [](int i, int) { return 0.2 * i; });
  const auto hoped = hopes(data, {{4, 5}, {0, 5}});
  CHECK(std::abs(hoped[0][0] - 0.8) < 0.2);
  CHECK(hoped[1][0] < hoped[0][0] - 0.5);
}

TEST_CASE("numbers near each other are alike") {
  SurrogateData data;
  data.is_number = {true};
  for (int i = 0; i <= 10; ++i) {
    data.points.push_back({i / 10.0});
    data.values.push_back({std::abs(i / 10.0 - 0.7), i / 10.0});
  }
  const auto hoped = hopes(data, {{0.05}, {0.65}, {0.95}});
  CHECK(hoped[1][0] < hoped[0][0]);
  CHECK(hoped[1][0] < hoped[2][0]);
  CHECK(hoped[0][1] < hoped[1][1]);
  CHECK(hoped[1][1] < hoped[2][1]);
}
