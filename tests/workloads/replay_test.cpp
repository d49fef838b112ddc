// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/replay.h"

#include <vector>

#include "models/errors.h"
#include "models/workloads/applications/work_time.h"
#include "tests/catch.h"
#include "tests/support/run_application.h"

using namespace isobar;

TEST_CASE("replay: each PE's tasks in order", "[workloads][replay]") {
  Replay replay({{{5}, {3}}, {}, {{8}}});
  CHECK(replay.initial_loads() == std::vector<Load>{2, 0, 1});
  const auto run = test::run_application(replay, test::any(3));
  CHECK(run.work == std::vector<Cycle>{5, 3, 8});
  CHECK(run.children == std::vector<std::int64_t>{0, 0, 0});
}

TEST_CASE("replay: tasks of a chain follow each other", "[workloads][replay]") {
  Replay replay({{{5, 7, 2}, {3}}, {{8, 1}}});
  CHECK(replay.initial_loads() == std::vector<Load>{2, 1});
  CHECK(replay.work(0) == 5);
  CHECK(replay.finish(0) == 1);
  CHECK(replay.work(3) == 7);
  CHECK(replay.finish(1) == 0);
  CHECK(replay.finish(3) == 1);
  CHECK(replay.finish(2) == 1);
  CHECK(replay.work(4) == 2);
  CHECK(replay.work(5) == 1);
  CHECK(replay.finish(4) == 0);
  CHECK(replay.finish(5) == 0);
}

TEST_CASE("times of work: exact, rounded up once, at least a cycle", "[workloads]") {
  const Rational clock(250'000'000);
  CHECK(WorkTime(4, clock).cycles(1) == 1);
  CHECK(WorkTime(4.001, clock).cycles(1) == 2);
  CHECK(WorkTime(4.001, clock).cycles(1000) == 1001);
  CHECK(WorkTime(4, clock).cycles(0) == 1);
  CHECK(WorkTime(150'000, clock).cycles(720) == 27'000'000);
  CHECK(WorkTime(4, clock, 2, 3).cycles(3) == 2);
  CHECK(WorkTime(4, clock, 2, 3).cycles(4) == 3);
  CHECK(WorkTime(0.001, 1'000'000'000'000).cycles(17) == 17);
  CHECK_THROWS_AS(WorkTime(1e9, 1'000'000'000'000).cycles(2'000'000), ValueError);
  CHECK(WorkTime(1e9, 1'000'000'000'000).cycles(1'000'000) == 1'000'000'000'000'000'000);
}
