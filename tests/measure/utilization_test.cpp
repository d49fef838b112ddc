// SPDX-License-Identifier: Apache-2.0
// Load over capacity, and how even that is (Watts, Rieffel and Taylor 1998).
#include "models/measure/utilization.h"

#include <cmath>

#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/property.h"

using namespace isobar;

TEST_CASE("utilization is load over speed, efficiency its mean over its largest", "[utilization]") {
  const auto equal = utilization({4, 2, 0}, {});
  CHECK(equal.values == std::vector<double>{4, 2, 0});
  CHECK(equal.mean == 2);
  CHECK(equal.max == 4);
  CHECK(equal.min == 0);
  CHECK(equal.efficiency() == 0.5);
  const auto unlike = utilization({8, 2, 1}, {Rational(4), Rational(1), Rational(1, 2)});
  CHECK(unlike.values == std::vector<double>{2, 2, 2});
  CHECK(unlike.efficiency() == 1.0);
}

TEST_CASE("without any load there is no efficiency, and no number that is none", "[utilization]") {
  const auto none = utilization({0, 0}, {Rational(2), Rational(3)});
  CHECK_FALSE(none.efficiency().has_value());
  CHECK(none.mean == 0);
}

TEST_CASE("efficiency is above 0 and at most 1, and 1 of loads that are as speeds are",
          "[utilization]") {
  test::property([] {
    const auto count = *rc::gen::inRange<std::size_t>(1, 12);
    std::vector<Rational> speeds;
    std::vector<Load> loads;
    std::vector<Load> fair;
    for (std::size_t i = 0; i < count; ++i) {
      speeds.emplace_back(*rc::gen::inRange<std::int64_t>(1, 40), 7);
      loads.push_back(*rc::gen::inRange<Load>(0, 1000));
      fair.push_back(boost::rational_cast<Load>(speeds.back() * 21));
    }
    const auto some = utilization(loads, speeds);
    const auto efficiency = some.efficiency();
    RC_ASSERT(efficiency.has_value() == (some.max > 0));
    RC_ASSERT(some.min <= some.mean + 1e-9);
    if (efficiency) RC_ASSERT(*efficiency > 0 && *efficiency <= 1);
    RC_ASSERT(std::abs(*utilization(fair, speeds).efficiency() - 1) < 1e-12);
  });
}

TEST_CASE("memory is full by the bytes of tasks", "[utilization]") {
  auto e = test::experiment("ring:3", "nna", std::vector<Load>{10, 10, 10});
  e.task_bits = 64;
  e.memories = {160, no_bound, 40};
  const auto use = memory_use(e, e.loads);
  CHECK(use.max_share == 2.0);
  CHECK(use.over == 1);
  e.memories.clear();
  CHECK(memory_use(e, e.loads).over == 0);
}
