// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/random.h"

#include <boost/random/uniform_int_distribution.hpp>
#include <utility>

#include "tests/catch.h"

using namespace isobar;

TEST_CASE("a small generator draws the numbers of its stream, however many", "[random]") {
  for (const auto* name : {"steal 4", "lueling-monien 65535", ""}) {
    auto stream = random_stream(7, name);
    SmallRandom small(7, name);
    for (int drawn = 0; drawn < 1000; ++drawn) REQUIRE(small() == stream());
  }
}

TEST_CASE("a distribution draws the same from a small generator as from its stream", "[random]") {
  auto stream = random_stream(3, "dice");
  SmallRandom small(3, "dice");
  boost::random::uniform_int_distribution<int> dice(1, 6);
  for (int thrown = 0; thrown < 100; ++thrown) REQUIRE(dice(small) == dice(stream));
}

TEST_CASE("a small generator that is moved goes on where it was", "[random]") {
  for (const int before : {0, 1, 16, 17}) {
    auto stream = random_stream(1, "moved");
    SmallRandom small(1, "moved");
    for (int drawn = 0; drawn < before; ++drawn) REQUIRE(small() == stream());
    SmallRandom moved(std::move(small));
    for (int drawn = 0; drawn < 40; ++drawn) REQUIRE(moved() == stream());
  }
}
