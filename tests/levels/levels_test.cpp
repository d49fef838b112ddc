// SPDX-License-Identifier: Apache-2.0
// The levels `steps` and `cycles` against each other, and both against what a slot is worth.
#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "models/errors.h"
#include "models/experiment/limits.h"
#include "models/pe/fabric_model.h"
#include "models/pe/run_cycles.h"
#include "models/schemes/synchronous/liquid.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/property_of_cases.h"

using namespace isobar;
using test::experiment;
using test::free_ends;
using test::run_forked;
using test::same;

namespace {

void require_conserved(const Experiment& e, const test::CyclesOutcome& outcome) {
  std::vector<std::uint64_t> ids;
  for (std::size_t pe = 0; pe < outcome.queues.size(); ++pe) {
    RC_ASSERT(static_cast<Load>(outcome.queues[pe].size()) == outcome.result.loads[pe]);
    for (const auto& task : outcome.queues[pe]) ids.push_back(task.id);
  }
  std::sort(ids.begin(), ids.end());
  const auto total = std::accumulate(e.loads.begin(), e.loads.end(), Load{0});
  RC_ASSERT(static_cast<Load>(ids.size()) == total);
  for (std::size_t i = 0; i < ids.size(); ++i) RC_ASSERT(ids[i] == i);
}

void require_accounted(const Experiment& e, const RunResult& r) {
  RC_ASSERT(r.spent.total() == r.run.cycles);
  for (std::uint64_t slot = 0; slot < r.links.size(); ++slot) {
    const auto& counters = r.links[slot];
    const auto& link = e.link_of_slot(slot);
    RC_ASSERT(counters.busy() <= r.run.cycles);  // idle cycles make up the rest
    RC_ASSERT(counters.setup_cycles == (counters.words + counters.transfers) * link.setup());
  }
}

Experiment random_experiment() {
  const auto name = *rc::gen::element<std::string>(
      "ring:1", "ring:2", "ring:3", "ring:7", "torus:2x2", "torus:3x4", "torus:1x5", "torus:2x3x2",
      "torus:5x3", "hypercube:3", "hypercube:4", "hhc:1", "hhc:2", "hhc:3");
  const auto condition = *rc::gen::inRange(0, 6);
  const auto nodes = Fabric::parse(name).nodes();
  const auto loads = *rc::gen::container<std::vector<Load>>(nodes, rc::gen::inRange<Load>(0, 20));
  auto e = experiment(name, "lm-c" + std::to_string(condition), loads);
  // Links of every kind, per dimension.
  e.clock = Rational(*rc::gen::inRange<std::int64_t>(1'000, 1'000'000),
                     *rc::gen::inRange<std::int64_t>(1, 50));
  for (auto& link : e.links) {
    const Rational bandwidth(*rc::gen::inRange<std::int64_t>(100, 10'000'000),
                             *rc::gen::inRange<std::int64_t>(1, 50));
    link = LinkTiming({bandwidth, *rc::gen::inRange<Cycle>(1, 9), *rc::gen::inRange<Cycle>(0, 9)},
                      e.clock);
  }
  e.task_bits = *rc::gen::inRange<std::int64_t>(1, 200);
  e.max_steps = *rc::gen::inRange<std::int64_t>(0, 60);
  e.goal = *rc::gen::element(Goal{Goal::Kind::balanced, 0}, Goal{Goal::Kind::shared, 0},
                             Goal{Goal::Kind::steps, 20}, Goal{Goal::Kind::cycles, 3000});
  return e;
}

}  // namespace

TEST_CASE("steps and cycles agree on every number, link by link") {
  const auto* fabric = GENERATE("torus:8x8", "torus:5x3", "hypercube:5", "hhc:2", "hhc:5");
  const auto* load = GENERATE("spike:5", "uniform:0..100", "ramp:0..40");
  for (int c = 0; c < 6; ++c) {
    INFO(fabric << " C" << c << " " << load);
    auto e = experiment(fabric, "lm-c" + std::to_string(c), load, 7);
    e.max_steps = 300;
    const auto cycles = run_forked(e);
    REQUIRE(same(e, cycles.result, run_steps(e)));
    require_conserved(e, cycles);
  }
}

TEST_CASE("steps and cycles agree, tasks are conserved, cycles add up: random experiments") {
  test::property_of_runs([] {
    const auto e = random_experiment();
    const auto cycles = run_forked(e);
    RC_ASSERT(same(e, cycles.result, run_steps(e)));
    require_conserved(e, cycles);
    require_accounted(e, cycles.result);
  });
}

TEST_CASE("queues of the least depth never overflow") {
  test::property_of_runs([] {
    auto e = random_experiment();
    const Load max = *std::max_element(e.loads.begin(), e.loads.end());
    e.queue_depth = std::max<Load>(2, max + 1);
    const auto cycles = run_forked(e);  // the PE checks its depth at every landing
    RC_ASSERT(same(e, cycles.result, run_steps(e)));
    require_conserved(e, cycles);
  });
}

TEST_CASE("a scheme with slots as long as its messages agrees at both levels") {
  test::property_of_runs([] {
    const auto dimensions = *rc::gen::inRange(1, 6);
    const auto name = "hypercube:" + std::to_string(dimensions);
    const auto loads = *rc::gen::container<std::vector<Load>>(std::size_t{1} << dimensions,
                                                              rc::gen::inRange<Load>(0, 50));
    auto e = experiment(name, "test-pairs", loads);
    for (auto& link : e.links) {
      link = LinkTiming({Rational(*rc::gen::inRange<std::int64_t>(50'000'000, 900'000'000)),
                         *rc::gen::inRange<Cycle>(1, 300), *rc::gen::inRange<Cycle>(0, 9)},
                        e.clock);
    }
    e.max_steps = *rc::gen::inRange<std::int64_t>(0, 12);
    e.goal = {Goal::Kind::steps, e.max_steps};
    const auto cycles = run_forked(e);
    RC_ASSERT(same(e, cycles.result, run_steps(e)));
    require_conserved(e, cycles);
    require_accounted(e, cycles.result);
  });
}

TEST_CASE("T of a phase that is no shift is the largest transfer to successors and predecessors") {
  // One pair, 10 tasks against 2: 4 move, once. At radix 2 there is one direction.
  auto e = free_ends(experiment("ring:2", "test-pairs", std::vector<Load>{10, 2}));
  e.goal = {Goal::Kind::steps, 1};
  const auto r = run_steps(e);
  CHECK(r.loads == std::vector<Load>{6, 6});
  CHECK(r.run.shifts == 4);
  // Words of 16 bits, 3 decision cycles, one transfer of 4 tasks, a barrier of 2.
  CHECK(r.run.cycles == (16 + 1) + 3 + (256 + 1) + 2);
  CHECK(r.links[0].transfer_cycles == 256);
  CHECK(same(e, run_forked(e).result, r));
}

TEST_CASE("a scheme that breaks its contract is refused at both levels") {
  // 1 a word where no one listens, 2 one too long, 3 two tasks in a shift, 4 a task where no one
  // receives, 5 PEs that name different next phases; 0 breaks nothing.
  const int breach = GENERATE(range(0, 6));
  INFO(breach);
  auto e = experiment("ring:4", "test-breaker:way=" + std::to_string(breach), "spike:4");
  e.goal = {Goal::Kind::steps, 2};
  if (breach == 0) {
    CHECK(same(e, run_steps(e), run_forked(e).result));
  } else {
    CHECK_THROWS_AS(run_steps(e), ModelError);
    CHECK_THROWS_AS(run_forked(e), std::runtime_error);
  }
}

TEST_CASE("orders for more than a PE holds are cut, in order") {
  auto e = experiment("ring:4", "test-all-twice", std::vector<Load>{5, 0, 0, 0});
  e.goal = {Goal::Kind::steps, 1};
  const auto r = run_steps(e);
  CHECK(r.loads == std::vector<Load>{0, 3, 0, 2});
  CHECK(r.run.shifts == 3 + 2);
  CHECK(same(e, r, run_forked(e).result));
}

TEST_CASE("the phase that follows can depend on what all PEs heard") {
  auto e = experiment("ring:3", "test-until-level", std::vector<Load>{9, 0, 0});
  e.goal = {Goal::Kind::steps, 12};
  const auto r = run_steps(e);
  CHECK(*std::max_element(r.loads.begin(), r.loads.end()) -
            *std::min_element(r.loads.begin(), r.loads.end()) <=
        1);
  // Once level, the PEs rest: a phase of one decision cycle and no words.
  auto longer = e;
  longer.goal = {Goal::Kind::steps, 13};
  const auto more = run_steps(longer);
  CHECK(more.run.cycles - r.run.cycles == 1);
  CHECK(more.links == r.links);
  CHECK(same(e, r, run_forked(e).result));
}

TEST_CASE("a C5 phase takes 83 cycles and a C0 phase 66") {
  for (int c = 0; c < 6; ++c) {
    auto e = experiment("torus:4x4", "lm-c" + std::to_string(c), "spike:5");
    const auto condition = static_cast<Condition>(c);
    const bool hears = hears_predecessor(condition) || hears_successor(condition);
    e.goal = {Goal::Kind::steps, 10};
    CHECK(run_forked(e).result.run.cycles == Cycle{10} * 2 * (hears ? 83 : 66));
  }
}

TEST_CASE("cycles and transfers of the square tori") {
  const auto [name, steps, cycles, transfers] =
      GENERATE(table<const char*, std::int64_t, Cycle, std::int64_t>(
          {{"torus:8x8", 157, 26'062, 12'956}, {"torus:16x16", 637, 105'742, 213'037}}));
  const auto e = experiment(name, "lm-c5", "spike:5");
  const auto r = run_forked(e).result;
  CHECK(r.run.steps == steps);
  CHECK(r.run.cycles == cycles);
  CHECK(count_messages(e.fabric, r.links).transfers == transfers);
}

TEST_CASE("cycles are steps times the slots, and a link's are its transfers times N") {
  auto e = experiment("torus:5x3x2", "lm-c4", "uniform:0..9");
  e.links[0] = LinkTiming({parse_bandwidth("100Mb/s"), 2, 5}, e.clock);
  e.links[2] = LinkTiming({parse_bandwidth("10Gb/s"), 7, 0}, e.clock);
  e.goal = {Goal::Kind::steps, 13};
  const auto r = run_forked(e).result;
  Cycle slot = 0;
  for (const auto& link : e.links) slot += link.passage(16) + 1 + link.passage(64);
  CHECK(r.run.cycles == 13 * slot);
  for (std::size_t i = 0; i < r.links.size(); ++i) {
    const auto& link = e.link_of_slot(i);
    CHECK(r.links[i].transfer_cycles == r.links[i].transfers * link.serial(64));
    CHECK(r.links[i].word_cycles == r.links[i].words * link.serial(16));
  }
}

TEST_CASE("words go where the condition needs them, and nowhere else") {
  // On a ring: C2 hears the predecessor, C3 and C5 the successor, C4 both, C0 and C1 none.
  const std::vector<std::pair<int, int>> expected = {{0, 0}, {0, 0}, {1, 0},
                                                     {0, 1}, {1, 1}, {0, 1}};
  for (int c = 0; c < 6; ++c) {
    auto e = experiment("ring:5", "lm-c" + std::to_string(c), "spike:2");
    e.goal = {Goal::Kind::steps, 1};
    const auto r = run_steps(e);
    for (std::size_t pe = 0; pe < 5; ++pe) {
      CHECK(r.links[2 * pe].words == expected[static_cast<std::size_t>(c)].first);
      CHECK(r.links[2 * pe + 1].words == expected[static_cast<std::size_t>(c)].second);
    }
    // At radix 2 one word serves as both.
    auto pair = experiment("ring:2", "lm-c" + std::to_string(c), "spike:2");
    pair.goal = {Goal::Kind::steps, 1};
    CHECK(run_steps(pair).links[0].words == (c < 2 ? 0 : 1));
  }
}

TEST_CASE("a run ends at the first step end at or after the cycles asked for") {
  auto e = experiment("ring:8", "lm-c5", "spike:2");
  e.max_steps = 1000;
  const auto [asked, steps] =
      GENERATE(table<Cycle, std::int64_t>({{0, 0}, {1, 1}, {83, 1}, {84, 2}, {1494, 18}}));
  e.goal = {Goal::Kind::cycles, asked};
  CHECK(run_steps(e).run.steps == steps);
  CHECK(run_forked(e).result.run.steps == steps);
}

TEST_CASE("the watcher sees every step end and can end the run") {
  const auto e = experiment("ring:8", "lm-c5", "spike:2");
  std::int64_t seen = 0;
  const auto r = run_steps(e, [&](const Progress& p) {
    CHECK(p.at.steps == seen++);
    return p.at.steps < 5;
  });
  CHECK(r.ending == Ending::interrupted);
  CHECK(r.run.steps == 5);
  CHECK_FALSE(r.to_share.has_value());
}

TEST_CASE("level cycles holds as many tasks as are allowed, and no more") {
  auto e = experiment("ring:2", "lm-c0", std::vector<Load>{max_tasks_at_cycles - 1, 1});
  CHECK_NOTHROW(require_countable(e));
  e.loads[1] = 2;
  CHECK_THROWS_AS(require_countable(e), ValueError);
}

TEST_CASE("the oldest task leaves first and the newest comes last") {
  // C0 on a ring of 3 with tasks 0 1 2 on PE 0: each step sends the head on.
  auto e = experiment("ring:3", "lm-c0", std::vector<Load>{3, 0, 0});
  e.goal = {Goal::Kind::steps, 2};
  e.max_steps = 2;
  const auto queues = run_forked(e).queues;
  REQUIRE(queues[0].size() == 1);
  CHECK(queues[0][0].id == 2);
  CHECK(queues[1].at(0).id == 1);
  CHECK(queues[2].at(0).id == 0);
}
