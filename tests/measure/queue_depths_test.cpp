// SPDX-License-Identifier: Apache-2.0
#include "models/measure/queue_depths.h"

#include "tests/catch.h"

using namespace isobar;

using Loads = std::vector<Load>;

TEST_CASE("a queue is as deep as the most that it held when a cycle began") {
  QueueDepths depths({3, 0});
  CHECK(depths.deepest() == Loads{3, 0});
  depths.load_changes(5, 0, 1);
  depths.load_changes(5, 1, 2);
  CHECK(depths.deepest() == Loads{3, 2});
  depths.load_changes(9, 1, 7);
  depths.load_changes(12, 1, 6);
  CHECK(depths.deepest() == Loads{3, 7});
}

TEST_CASE("what is put and taken in one cycle is not in the queue when a cycle begins") {
  QueueDepths depths({4, 4});
  depths.load_changes(8, 0, 5);
  depths.load_changes(8, 0, 4);
  depths.load_changes(8, 1, 3);
  depths.load_changes(8, 1, 4);
  CHECK(depths.deepest() == Loads{4, 4});
}
