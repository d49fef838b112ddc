// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_window.h"

#include <string>

#include "tests/catch.h"
#include "tests/support/refusal.h"

using namespace isobar;
using namespace isobar::test;

namespace {

WaveWindow window(const std::string& from, const std::string& to) {
  WaveWindow made;
  if (!from.empty()) made.from = RunInstant::parse(from);
  if (!to.empty()) made.to = RunInstant::parse(to);
  return made;
}

}  // namespace

TEST_CASE("an instant is a number of steps or of cycles", "[waves]") {
  CHECK(RunInstant::parse("steps:100").unit == RunInstant::Unit::steps);
  CHECK(RunInstant::parse("steps:100").count == 100);
  CHECK(RunInstant::parse("cycles:0").unit == RunInstant::Unit::cycles);
  for (const std::string text :
       {"", "100", "steps", "steps:", "steps:x", "shifts:3", "cycles:-1"}) {
    INFO(text);
    CHECK_FALSE(refusal([&] { RunInstant::parse(text); }).empty());
  }
}

TEST_CASE("bounds of one unit are compared before the run", "[waves]") {
  CHECK(window("steps:3", "steps:4").fault().empty());
  CHECK(window("", "steps:4").fault().empty());
  CHECK(window("steps:3", "").fault().empty());
  CHECK(window("steps:3", "cycles:1").fault().empty());
  CHECK(contains(window("steps:4", "steps:4").fault(), "after the beginning, steps:4"));
  CHECK(contains(window("cycles:9", "cycles:4").fault(), "cycles:9"));
  CHECK_FALSE(window("", "cycles:0").fault().empty());
}

TEST_CASE("bounds in steps are found when their step is reached", "[waves]") {
  WindowFinder finder(window("steps:2", "steps:3"));
  CHECK_FALSE(finder.meets(0, 1000));
  finder.reached(0, 0);
  finder.reached(83, 1);
  CHECK(finder.from() == WindowFinder::unknown);
  finder.reached(166, 2);
  finder.reached(166, 2);
  CHECK(finder.from() == 166);
  CHECK(finder.to() == WindowFinder::unknown);
  finder.reached(249, 3);
  finder.reached(332, 4);
  CHECK(finder.to() == 249);
  CHECK(finder.meets(166, 167));
  CHECK(finder.meets(100, 167));
  CHECK_FALSE(finder.meets(100, 166));
  CHECK_FALSE(finder.meets(249, 250));
  finder.finish(400);
  CHECK_FALSE(finder.missed());
}

TEST_CASE("a window that the run does not reach shrinks to its end", "[waves]") {
  WindowFinder late(window("cycles:500", ""));
  late.finish(400);
  CHECK(late.missed());
  CHECK(late.from() == 400);
  CHECK(late.to() == 400);
  WindowFinder crossed(window("steps:9", "cycles:100"));
  crossed.reached(747, 9);
  crossed.finish(1000);
  CHECK(crossed.missed());
  CHECK(crossed.from() == 100);
  WindowFinder all(WaveWindow{});
  all.finish(0);
  CHECK_FALSE(all.missed());
}
