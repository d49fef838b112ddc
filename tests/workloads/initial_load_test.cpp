// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/initial_load.h"

#include <algorithm>
#include <numeric>

#include "models/errors.h"
#include "models/workloads/random.h"
#include "tests/catch.h"
#include "tests/support/property.h"

using namespace isobar;

TEST_CASE("spikes, points and ramps are what they say") {
  CHECK(initial_load("spike:2", 8, 1) == std::vector<Load>{16, 0, 0, 0, 0, 0, 0, 0});
  CHECK(initial_load("point:5@2", 4, 1) == std::vector<Load>{0, 0, 5, 0});
  CHECK(initial_load("point:21@0,3@3", 4, 1) == std::vector<Load>{21, 0, 0, 3});
  CHECK(initial_load("ramp:0..8", 5, 1) == std::vector<Load>{0, 2, 4, 6, 8});
  CHECK(initial_load("ramp:8..0", 5, 1) == std::vector<Load>{8, 6, 4, 2, 0});
  CHECK(initial_load("ramp:0..1", 4, 1) == std::vector<Load>{0, 0, 0, 1});
  CHECK(initial_load("ramp:7..7", 1, 1) == std::vector<Load>{7});
}

TEST_CASE("a ramp is the straight line between its ends, rounded down") {
  test::property([](bool) {
    const auto lo = *rc::gen::inRange<Load>(0, 1'000'000'000);
    const auto hi = *rc::gen::inRange<Load>(0, 1'000'000'000);
    const auto nodes = *rc::gen::inRange<Node>(2, 200);
    const auto loads =
        initial_load("ramp:" + std::to_string(lo) + ".." + std::to_string(hi), nodes, 1);
    const Load last = static_cast<Load>(nodes) - 1;
    for (Load i = 0; i <= last; ++i) {
      const Load line = lo * (last - i) + hi * i;  // last times the height
      RC_ASSERT(loads[static_cast<std::size_t>(i)] == line / last);
    }
  });
}

TEST_CASE("uniform loads are even, in their range, and the seed's") {
  const auto loads = initial_load("uniform:10..19", 10'000, 3);
  CHECK(loads == initial_load("uniform:10..19", 10'000, 3));
  CHECK(loads != initial_load("uniform:10..19", 10'000, 4));
  std::vector<int> count(10, 0);
  for (const auto load : loads) ++count.at(static_cast<std::size_t>(load - 10));
  // 1000 expected of each with a standard deviation of 30.
  for (const auto c : count) CHECK((c > 850 && c < 1150));
  CHECK(initial_load("uniform:4..4", 3, 1) == std::vector<Load>(3, 4));
}

TEST_CASE("uniform loads are the same on every machine") {
  CHECK(initial_load("uniform:0..100", 6, 1) == std::vector<Load>{89, 32, 23, 18, 21, 40});
}

TEST_CASE("streams of different names are different") {
  CHECK(random_stream(1, "load")() == random_stream(1, "load")());
  CHECK(random_stream(1, "load")() != random_stream(1, "traffic")());
  CHECK(random_stream(1, "load")() != random_stream(2, "load")());
  CHECK(random_stream(1ULL << 40, "load")() != random_stream(1, "load")());
}

TEST_CASE("loads that cannot be are refused") {
  const auto* rule =
      GENERATE("", "spike", "spike:", "spike:-1", "spike:x", "spike:1.5", "spike:1e3",
               "spike:99999999999999999999", "point:5", "point:@2", "point:5@", "point:5@4",
               "point:5@-1", "point:-5@1", "point:5@1,", "point:5@1,6@1", "uniform:5",
               "uniform:5..", "uniform:..5", "uniform:7..5", "uniform:-1..5", "ramp:1-5", "heap:5",
               "spike:281474976710656", "uniform:281474976710656..281474976710656");
  INFO(rule);
  CHECK_THROWS_AS(initial_load(rule, 4, 1), ValueError);
}

TEST_CASE("loads from elsewhere are checked") {
  CHECK_NOTHROW(check_loads({0, 3}, 2));
  CHECK_NOTHROW(check_loads({max_total_load, 0}, 2));
  CHECK_THROWS_AS(check_loads({0, 3}, 3), ValueError);
  CHECK_THROWS_AS(check_loads({0, -3}, 2), ValueError);
  CHECK_THROWS_AS(check_loads({max_total_load, 1}, 2), ValueError);
}
