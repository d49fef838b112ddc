// SPDX-License-Identifier: Apache-2.0
#include "models/measure/phase_log.h"

#include <algorithm>

#include "models/pe/run_cycles.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/frame_use.h"
#include "tests/support/level_law.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"

using namespace isobar;
using test::experiment;

namespace {

/// All numbers of all phases, one after the other.
class Numbers {
 public:
  std::vector<std::int64_t> list;
  void add(const PhaseEntry& entry) {
    for (const std::int64_t number :
         {entry.step, static_cast<std::int64_t>(entry.phase), entry.from, entry.to, entry.shifts}) {
      list.push_back(number);
    }
    for (const auto& move : entry.moves) {
      list.insert(list.end(), {move.node, move.port, move.tasks});
    }
    list.insert(list.end(), entry.before.begin(), entry.before.end());
    list.insert(list.end(), entry.after.begin(), entry.after.end());
  }
};

Experiment some_experiment() {
  if (*rc::gen::inRange(0, 4) == 0) {  // phases that do not follow in order
    const auto fabric = *rc::gen::element<std::string>("hhc:1", "hhc:2");
    const auto nodes = Fabric::parse(fabric).nodes();
    const auto scheme = *rc::gen::element<std::string>("hhc-a", "hhc-b", "hhc-c");
    return experiment(fabric, scheme,
                      *rc::gen::container<std::vector<Load>>(nodes, rc::gen::inRange<Load>(0, 30)));
  }
  auto e = test::random_experiment({"lm-c0", "lm-c2", "lm-c5", "nna", "diffusion", "de"},
                                   {"ring:1", "ring:2", "ring:5", "torus:3x2"});
  for (Node pe = 0; pe < e.fabric.pes(); ++pe) e.loads[pe] = e.loads[pe] % 100;
  return e;
}

}  // namespace

TEST_CASE("a message that goes on into the next phase keeps its link busy in both") {
  const auto e = experiment("ring:4", "nna", "spike:2");
  std::vector<LinkUse> use;
  PhaseLog log(e, [&](const PhaseEntry& entry) { use.push_back(entry.use); });
  log.phase_begins(0, 0, 0);
  log.word_sent(3, 2, 25, 1);
  log.word_sent(5, 4, 6, 1);
  log.phase_begins(10, 1, 0);
  log.phase_begins(20, 2, 0);
  log.finish(30);
  log.finish(40);  // no phase is under way
  REQUIRE(use.size() == 3);
  const auto busy = [&](std::size_t phase) { return test::busy_links(e.fabric, use[phase]); };
  CHECK(busy(0) == std::vector<Cycle>{0, 0, 0, 8, 0, 2, 0, 0});
  CHECK(busy(1) == std::vector<Cycle>{0, 0, 0, 10, 0, 0, 0, 0});
  CHECK(busy(2) == std::vector<Cycle>{0, 0, 0, 5, 0, 0, 0, 0});
}

TEST_CASE("Table 3's first steps, phase by phase") {
  auto e = experiment("ring:8", "lm-c5", "spike:2");
  e.goal = {Goal::Kind::steps, 2};
  std::vector<PhaseEntry> entries;
  PhaseLog log(e, [&](const PhaseEntry& entry) { entries.push_back(entry); });
  log.finish(run_steps_generic(e, {}, &log).run.cycles);
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].before == std::vector<Load>{16, 0, 0, 0, 0, 0, 0, 0});
  CHECK(entries[0].after == std::vector<Load>{15, 1, 0, 0, 0, 0, 0, 0});
  CHECK(entries[1].before == entries[0].after);
  CHECK(entries[1].after == std::vector<Load>{14, 1, 1, 0, 0, 0, 0, 0});
  CHECK(entries[1].step == 1);
  CHECK(entries[1].phase == 0);
  CHECK(entries[1].from == 83);
  CHECK(entries[1].to == 166);
  CHECK(entries[1].shifts == 1);
  REQUIRE(entries[1].moves.size() == 2);
  CHECK(entries[1].moves[1].node == 1);
  CHECK(entries[1].moves[1].port == 0);
  CHECK(entries[1].moves[1].tasks == 1);
}

TEST_CASE("the phases of a run add up to its result") {
  test::property([] {
    const auto e = some_experiment();
    std::vector<Load> loads = e.loads;
    Instant sum;
    std::int64_t tasks = 0;
    PhaseLog log(e, [&](const PhaseEntry& entry) {
      RC_ASSERT(entry.before == loads);
      RC_ASSERT(entry.from == sum.cycles);
      RC_ASSERT(entry.step == sum.steps);
      loads = entry.after;
      sum.cycles = entry.to;
      sum.shifts += entry.shifts;
      if (e.scheme->phases()[entry.phase].ends_step) ++sum.steps;
      for (const auto& move : entry.moves) tasks += move.tasks;
    });
    const auto result = run_steps_generic(e, {}, &log);
    log.finish(result.run.cycles);
    RC_ASSERT(loads == result.loads);
    RC_ASSERT(sum.cycles == result.run.cycles);
    RC_ASSERT(sum.shifts == result.run.shifts);
    RC_ASSERT(sum.steps == result.run.steps);
    RC_ASSERT(tasks == count_messages(e.fabric, result.links).tasks);
  });
}

TEST_CASE("a log is the same at both levels") {
  test::property_of_runs([] {
    const auto e = some_experiment();
    Numbers steps;
    PhaseLog log(e, [&](const PhaseEntry& entry) { steps.add(entry); });
    log.finish(run_steps_generic(e, {}, &log).run.cycles);
    const auto cycles = test::in_child([&] {
      Numbers numbers;
      PhaseLog inner(e, [&](const PhaseEntry& entry) { numbers.add(entry); });
      inner.finish(run_cycles(e, {}, &inner).run.cycles);
      return numbers.list;
    });
    RC_ASSERT(steps.list == cycles);
  });
}
