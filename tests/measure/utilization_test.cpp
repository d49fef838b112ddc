// SPDX-License-Identifier: Apache-2.0
// Load over capacity, and how even that is (Watts, Rieffel and Taylor 1998).
#include "models/measure/utilization.h"

#include <cmath>

#include "models/measure/work_meter.h"
#include "models/pe/run_cycles.h"
#include "models/schemes/contract/registry.h"
#include "models/workloads/applications/iterations.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/property.h"

using namespace isobar;

TEST_CASE("utilization is load over speed, efficiency its mean over its largest", "[utilization]") {
  const auto equal = utilization({4, 2, 0}, {});
  CHECK(equal.mean == 2);
  CHECK(equal.max == 4);
  CHECK(equal.min == 0);
  CHECK(equal.efficiency() == 0.5);
  const auto unlike = utilization({8, 2, 1}, {Rational(4), Rational(1), Rational(1, 2)});
  CHECK(unlike.min == 2);
  CHECK(unlike.max == 2);
  CHECK(utilization_of(0, 8, {Rational(4)}) == 2);
  CHECK(unlike.efficiency() == 1.0);
}

TEST_CASE("a single task has an efficiency, and a thousandth of one", "[utilization]") {
  CHECK(utilization({1, 0}, {}).efficiency() == 0.5);
  CHECK(utilization({1, 0}, {}).imbalance() == 1.0);
  CHECK(utilization({0, 1}, {Rational(1), Rational(1000)}).efficiency() == 0.5);
}

TEST_CASE("what an application did is what its tasks did, merged ones as one", "[utilization]") {
  WorkMeter work({2, 1}, Rational(2), {2, 1}, 1);
  CHECK(work.created() == 3);
  work.generated(1, 3, 1);
  work.executed(0, 9, 20, 20, 2);
  work.divided(2, 1);
  work.merged();
  CHECK(work.created() == 7);
  CHECK(work.unfinished() == 5);
  CHECK_FALSE(work.finished());
  CHECK(work.origin(3) == 1);
  CHECK(work.origin(5) == 0);
  CHECK(work.origin(6) == 1);
  for (const TaskId task : {1, 2, 3, 4, 5}) work.executed(task, 20, 3, 3, 0);
  CHECK(work.finished());
  CHECK(work.end() == 21);
  const auto result = work.result({}, {});
  CHECK(result.created == 6);
  CHECK(result.executed == 6);
  CHECK(result.finished == 21);
  CHECK(result.optimal == 18);  // 35 cycles of work on two PEs
  CHECK(result.alone == 0);     // it was not the tasks alone that took time
  WorkMeter alone({2, 1}, Rational(2), {2, 1});
  for (const TaskId task : {0, 1, 2}) alone.executed(task, 20, 5, 7, 0);
  CHECK(alone.result({}, {}).alone == 7);  // of PE 0, whose two executors have one task each
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
  RunResult result;
  result.loads = {1, 2, 3};
  CHECK(initial_memory(e, result).max_share == 2.0);
  CHECK(initial_memory(e, result).over == 1);
  CHECK(final_memory(e, result).max_share == 0.6);
  CHECK(final_memory(e, result).over == 0);
  e.memories.clear();
  CHECK(initial_memory(e, result).over == 0);
}

TEST_CASE("imbalance is what the largest is beyond the mean", "[utilization]") {
  CHECK(utilization({1, 1, 1, 5}, {}).imbalance() == 1.5);
  CHECK(utilization({2, 4}, {1, 2}).imbalance() == 0.0);
  CHECK_FALSE(utilization({0, 0}, {}).imbalance().has_value());
}

TEST_CASE("where tasks live on, the last iteration is the end", "[utilization][systemc]") {
  Experiment e(Fabric::parse("ring:2"));
  TaskCard card;
  card.work = 300;
  card.bytes = 50;
  const TaskSet tasks = {std::vector<TaskCard>(4, card), {}};
  e.application = [tasks] {
    return std::make_unique<Iterations>(tasks, IterationsSetting{3, 0, {}, {}, {}});
  };
  e.loads = e.application()->initial_loads();
  e.queue_depth = default_queue_depth(e.loads);
  e.speeds = {3, 1};
  e.memories = {160, 160};
  e.goal = {Goal::Kind::finished, 0};
  e.max_cycles = 1'000'000;
  // Three tasks of four stay, for three quarters of the speed.
  e.agents = SchemeChoice::parse("hetero-hbm:capacities=rated").make_agents(e.fabric, 16, 1);
  const auto numbers = test::in_child([&]() -> std::vector<std::int64_t> {
    const auto result = run_cycles(e);
    const auto of = [](const Utilization& u) { return std::llround(1000 * *u.efficiency()); };
    const auto percent = [](const MemoryUse& use) { return std::llround(100 * use.max_share); };
    const auto start = initial_memory(e, result);
    const auto end = final_memory(e, result);
    return {of(initial_utilization(e, result)),
            of(final_utilization(e, result)),
            percent(start),
            start.over,
            percent(end),
            end.over};
  });
  CHECK(numbers == std::vector<std::int64_t>{500, 1000, 125, 1, 94, 0});
}
