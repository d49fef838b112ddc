// SPDX-License-Identifier: Apache-2.0
// What schemes do when queues fill up.
#include <algorithm>
#include <numeric>

#include "models/costs/costs.h"
#include "models/experiment/credits.h"
#include "models/measure/phase_log.h"
#include "models/pe/run_cycles.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "models/workloads/application.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/level_law.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/random_application.h"

using namespace isobar;
using test::experiment;
using test::run_forked;
using test::same;

namespace {

const std::vector<std::string> fabrics = {"ring:2",      "ring:5", "torus:3x2", "torus:4x4",
                                          "hypercube:3", "hhc:2",  "mesh:3x4",  "torus:5"};

std::vector<std::string> schemes_of(const Fabric& fabric, bool message_driven) {
  std::vector<std::string> names;
  for (const auto& [name, entry] : schemes()) {
    const bool of_the_program = name.rfind("test-", 0) != 0 && name.rfind("hetero", 0) != 0;
    if (!of_the_program || entry.is_message_driven() != message_driven) continue;
    if (!entry.objection(fabric).empty()) continue;
    names.push_back(name);
    const auto& parameters = entry.parameters;
    const bool weighs = std::any_of(parameters.begin(), parameters.end(),
                                    [](const auto& each) { return each.name == "weighted"; });
    if (weighs && !message_driven) names.push_back(name + ":weighted=yes");
  }
  return names;
}

Load total_of(const Experiment& e) {
  return std::accumulate(e.loads.begin(), e.loads.end(), Load{0});
}

/// Any scheme on any fabric with the least depth that the loads at the start allow, or a little
/// more.
Experiment tight_run(bool message_driven) {
  const auto name = *rc::gen::elementOf(fabrics);
  const auto fabric = Fabric::parse(name);
  const auto scheme = *rc::gen::elementOf(schemes_of(fabric, message_driven));
  const auto most = *rc::gen::element<Load>(2, 9, 60);
  const auto loads =
      *rc::gen::container<std::vector<Load>>(fabric.pes(), rc::gen::inRange<Load>(0, most));
  auto e = experiment(name, "none", loads);
  for (std::size_t pe = 0; pe < loads.size(); ++pe) e.speeds.emplace_back(1 + pe % 3);
  const auto choice = SchemeChoice::parse(scheme);
  e.scheme.reset();
  if (message_driven) {
    e.agents = choice.make_agents(e.fabric, e.load_bits, 1, e.speeds);
    e.max_cycles = *rc::gen::inRange<Cycle>(1, 9000);
    e.goal = {Goal::Kind::cycles, e.max_cycles};
  } else {
    e.scheme = choice.make(e.fabric, e.load_bits, 1, e.speeds);
    e.phase_end =
        *rc::gen::element(PhaseEnd::slot, PhaseEnd::words, PhaseEnd::tree, PhaseEnd::free);
    e.goal = *rc::gen::element(Goal{Goal::Kind::balanced, 0}, Goal{Goal::Kind::steps, 9});
    e.max_steps = 40;
  }
  for (auto& link : e.links) {
    link = LinkTiming({Rational(*rc::gen::inRange<std::int64_t>(50'000'000, 900'000'000)),
                       *rc::gen::inRange<Cycle>(1, 9), *rc::gen::inRange<Cycle>(0, 3)},
                      e.clock);
  }
  e.queue_depth = std::max<Load>(2, *std::max_element(loads.begin(), loads.end()) + 1) +
                  *rc::gen::inRange<Load>(0, 3);
  e.credits = can_overflow(e, false);
  return e;
}

test::RandomTrees random_trees(const std::vector<Load>& roots) {
  test::RandomTrees trees;
  trees.roots = roots;
  trees.size = *rc::gen::element<std::int64_t>(1, 7, 20);
  trees.most_work = *rc::gen::element<Cycle>(1, 9, 90, 900);
  trees.most_children = *rc::gen::element<std::int64_t>(1, 5);
  trees.seed = *rc::gen::arbitrary<std::uint64_t>();
  return trees;
}

void grow_trees(Experiment& e) {
  const auto trees = random_trees(e.loads);
  e.application = [trees] { return test::random_application(trees); };
  e.credits = can_overflow(e, true);
}

}  // namespace

TEST_CASE("full queues: synchronous schemes keep to the depth, lose nothing, and levels agree") {
  test::property_of_runs([] {
    const auto e = tight_run(false);
    test::require_same_at_both_levels(e);
    const auto r = run_steps(e);
    RC_ASSERT(r.deepest_queue <= e.queue_depth);
    if (!e.credits) RC_ASSERT(r.held_back == 0);
    if (total_of(e) <= e.queue_depth) RC_ASSERT(!e.credits);
  });
}

TEST_CASE("full queues: both levels agree while an application fills queues") {
  test::property_of_runs([] {
    auto e = tight_run(false);
    if (e.scheme->phases().front().decision + e.scheme->phases().front().barrier == 0) return;
    grow_trees(e);
    e.goal = *rc::gen::element(Goal{Goal::Kind::finished, 0}, Goal{Goal::Kind::steps, 9});
    e.max_steps = 2000;
    const auto r = run_steps(e);
    RC_ASSERT(r.deepest_queue <= e.queue_depth);
    RC_ASSERT(same(e, r, run_forked(e).result));
  });
}

TEST_CASE("full queues: message-driven schemes keep to the depth and lose nothing") {
  test::property_of_runs([] {
    auto e = tight_run(true);
    if (*rc::gen::arbitrary<bool>()) grow_trees(e);
    const auto r = run_forked(e).result;  // which throws if a task is lost
    RC_ASSERT(r.deepest_queue <= e.queue_depth);
    e.queue_depth = 1 << 20;
    e.load_bits = 21;
    RC_ASSERT(run_forked(e).result.held_back == 0);
  });
}

TEST_CASE("schemes that never deepen the fullest queue do not") {
  test::property([] {
    auto e = tight_run(false);
    if (!e.scheme->never_deepens()) return;
    e.credits = false;
    RC_ASSERT(run_steps(e).deepest_queue == *std::max_element(e.loads.begin(), e.loads.end()));
  });
}

TEST_CASE("what never deepens the fullest queue needs no credits, and what can deepen it does") {
  const auto grants = [](const std::string& scheme) {
    auto e = experiment("hypercube:3", scheme, "uniform:3..5");
    e.queue_depth = 6;
    if (e.scheme->liquid_condition()) CHECK(e.scheme->never_deepens());
    return can_overflow(e, false);
  };
  for (const auto* scheme : {"lm-c0", "lm-c5", "de", "dem"}) CHECK_FALSE(grants(scheme));
  for (const auto* scheme : {"diffusion", "nna"}) CHECK(grants(scheme));
}

TEST_CASE("credits that never bind change no load, and cost a word a link and their time") {
  test::property([] {
    auto e = tight_run(false);
    if (e.scheme->liquid_condition()) return;
    e.credits = false;
    e.queue_depth = default_queue_depth({Load{1000} * (1 + total_of(e))});
    e.load_bits = default_load_bits(e.queue_depth);
    e.max_steps = 9;
    e.goal = {Goal::Kind::steps, 9};
    std::int64_t words = 0;
    Cycle cycles = 0;
    PhaseLog log(e, [&](const PhaseEntry& entry) {
      const auto& phase = e.scheme->phases()[entry.phase];
      Cycle slowest = 0;
      for (const auto port : phase.receives) {
        const auto bits = phase.shift ? 1 : e.load_bits;
        slowest = std::max(slowest, e.link_of_slot(port).passage(bits));
        for (Node node = 0; node < e.fabric.pes(); ++node) {
          const bool comes = e.fabric.neighbour(node, port).has_value();
          words += comes && e.scheme->expects(entry.phase, node, port) ? 1 : 0;
        }
      }
      cycles += slowest;
    });
    const auto without = run_steps_generic(e, {}, &log);
    log.finish(without.run.cycles);
    e.credits = true;
    const auto with = run_steps(e);
    RC_ASSERT(with.held_back == 0);
    RC_ASSERT(with.loads == without.loads);
    RC_ASSERT(with.run.steps == without.run.steps);
    RC_ASSERT(with.run.shifts == without.run.shifts);
    RC_ASSERT(with.run.cycles == without.run.cycles + cycles);
    RC_ASSERT(with.spent.words == without.spent.words + cycles);
    RC_ASSERT(count_messages(e.fabric, with.links).words ==
              count_messages(e.fabric, without.links).words + words);
  });
}

TEST_CASE("every transfer comes by a port at which its receiver expects tasks") {
  test::property([] {
    auto e = tight_run(false);
    e.credits = false;
    e.queue_depth = default_queue_depth(e.loads);
    PhaseLog log(e, [&](const PhaseEntry& entry) {
      for (const auto& move : entry.moves) {
        const auto there = *e.fabric.neighbour(move.node, move.port);
        RC_ASSERT(e.scheme->expects(entry.phase, there, e.fabric.far_port(move.node, move.port)));
      }
    });
    log.finish(run_steps_generic(e, {}, &log).run.cycles);
  });
}

TEST_CASE("room is split over the ports by which tasks can come, and the rest of it in turns") {
  auto e = experiment("torus:3x3", "nna", "spike:0");
  e.queue_depth = 16;
  e.credits = true;
  const auto split = [&](Load load, std::int64_t step) {
    std::vector<Load> rooms(4, -1);
    const Credits credits(e);
    const auto sum =
        credits.grant(0, 4, step, load, [&](unsigned port, Load tasks) { rooms[port] = tasks; });
    CHECK(sum == std::accumulate(rooms.begin(), rooms.end(), Load{0}));
    return rooms;
  };
  CHECK(split(0, 0) == std::vector<Load>{4, 4, 4, 4});
  CHECK(split(16, 0) == std::vector<Load>{0, 0, 0, 0});
  CHECK(split(15, 0) == std::vector<Load>{1, 0, 0, 0});
  CHECK(split(15, 1) == std::vector<Load>{0, 0, 0, 1});
  CHECK(split(15, 2) == std::vector<Load>{0, 0, 1, 0});
  CHECK(split(10, 0) == std::vector<Load>{2, 2, 1, 1});
  // An executor that fills the queue too has a share of it.
  e.application = [] { return test::random_application({{1}, 1, 1, 1, 1}); };
  CHECK(split(1, 0) == std::vector<Load>{3, 3, 3, 3});
}

TEST_CASE("neighbours that would fill one queue are held back") {
  // The four neighbours of an empty PE would give it three tenths of 90 tasks each, 27.
  std::vector<Load> loads(9, 90);
  loads[0] = 0;
  auto e = experiment("torus:3x3", "diffusion:alpha=0.3", loads);
  e.goal = {Goal::Kind::steps, 1};
  CHECK(run_steps(e).deepest_queue == 108);
  CHECK(run_steps(e).held_back == 0);
  e.queue_depth = 100;
  CHECK_THROWS_WITH(run_steps(e), "the queue of PE 0 holds 108 tasks, its depth is 100");
  e.credits = can_overflow(e, false);
  REQUIRE(e.credits);
  const auto tight = run_steps(e);
  CHECK(tight.held_back == 8);
  CHECK(tight.deepest_queue == 100);
  CHECK(same(e, tight, run_forked(e).result));
}

TEST_CASE("credits make a PE larger, by a register for each port and one more") {
  auto e = experiment("torus:3x3", "nna", "spike:0");
  const auto without = hardware_cost(e).total;
  e.credits = true;
  const auto with = hardware_cost(e).total;
  CHECK(with.registers == without.registers + (4 + 1) * e.load_bits);
  CHECK(with.logic_cells > without.logic_cells);
}

TEST_CASE("transfers of message-driven schemes wait for room, and are counted") {
  auto e = experiment("torus:4x4", "none", "point:1@0");
  e.scheme.reset();
  e.agents = SchemeChoice::parse("hbm").make_agents(e.fabric, e.load_bits, 1, {});
  const auto choice = ApplicationChoice::parse("uts:t=1,a=3,d=6,b=4,r=19");
  e.application = [&] {
    return choice.entry->make({e.fabric.pes(), 1, e.clock, choice.parameters});
  };
  e.fetch = QueueEnd::newest;
  e.goal = {Goal::Kind::finished, 0};
  e.max_cycles = 1'000'000;
  e.queue_depth = 8;
  const auto tight = run_forked(e).result;
  CHECK(tight.deepest_queue == 8);
  CHECK(tight.held_back > 0);
  e.queue_depth = 1 << 15;
  const auto roomy = run_forked(e).result;
  CHECK(roomy.deepest_queue > 8);
  CHECK(roomy.held_back == 0);
}
