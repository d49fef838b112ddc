// SPDX-License-Identifier: Apache-2.0
// What the end of a phase costs, by the law of docs/time.md.
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "models/experiment/phase_ends.h"
#include "models/measure/phase_log.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/level_law.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/random_application.h"

using namespace isobar;
using test::experiment;
using test::run_forked;
using test::same;

namespace {

const std::vector<PhaseEnd> all_ends = {PhaseEnd::slot, PhaseEnd::words, PhaseEnd::tree,
                                        PhaseEnd::free};
const std::vector<PhaseEnd> paid_ends = {PhaseEnd::slot, PhaseEnd::words, PhaseEnd::tree};
const std::vector<std::string> fabrics = {"ring:1",    "ring:2",      "ring:7",      "torus:4x5",
                                          "torus:1x6", "torus:2x3x2", "hypercube:3", "hhc:2",
                                          "mesh:3x4",  "mesh:5"};

std::vector<std::string> synchronous_schemes(const Fabric& fabric) {
  std::vector<std::string> names;
  for (const auto& [name, entry] : schemes()) {
    const bool of_the_program = name.rfind("test-", 0) != 0;
    if (of_the_program && !entry.is_message_driven() && entry.objection(fabric).empty()) {
      names.push_back(name);
    }
  }
  return names;
}

/// A run of some steps on any fabric, graphs too, with links of all kinds.
Experiment random_run() {
  const auto name = *rc::gen::elementOf(fabrics);
  const auto fabric = *rc::gen::arbitrary<bool>() ? Fabric::parse(name) : test::any_graph();
  const auto scheme = *rc::gen::elementOf(synchronous_schemes(fabric));
  const auto loads =
      *rc::gen::container<std::vector<Load>>(fabric.pes(), rc::gen::inRange<Load>(0, 60));
  auto e = test::experiment_on(fabric, scheme, loads);
  for (auto& link : e.links) {
    link = LinkTiming({Rational(*rc::gen::inRange<std::int64_t>(50'000'000, 900'000'000)),
                       *rc::gen::inRange<Cycle>(1, 99), *rc::gen::inRange<Cycle>(0, 9)},
                      e.clock);
  }
  e.max_steps = *rc::gen::inRange<std::int64_t>(0, 12);
  e.goal = {Goal::Kind::steps, e.max_steps};
  return e;
}

RunResult run_with(Experiment e, PhaseEnd end) {
  e.phase_end = end;
  return run_steps(e);
}

/// The cycles of a hop from PE to PE in dimension `d`.
Cycle hop(const Experiment& e, PhaseEnd end, unsigned d) {
  const auto& link = e.links[d - 1];
  return end == PhaseEnd::words ? link.passage(1) : link.latency();
}

/// By PE, the cycles of a shortest route to the middle of the fabric, and so from there.
std::vector<Cycle> cycles_to_middle(const Experiment& e, PhaseEnd end) {
  const auto& fabric = e.fabric;
  std::vector<Cycle> cycles(fabric.pes(), 0);
  if (!fabric.is_product()) {
    const auto distances = test::distances(fabric, SpanningTree(fabric).root());
    for (Node node = 0; node < fabric.pes(); ++node)
      cycles[node] = distances[node] * hop(e, end, 1);
    return cycles;
  }
  for (Node node = 0; node < fabric.pes(); ++node) {
    for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
      const Cycle radix = fabric.radix(d);
      const Cycle straight = std::abs(Cycle{fabric.coordinate(node, d)} - radix / 2);
      const Cycle hops = fabric.closed() ? std::min(straight, radix - straight) : straight;
      if (hops > 0) cycles[node] += hops * hop(e, end, d);
    }
  }
  return cycles;
}

struct Law {
  Cycle cycles = 0;           ///< of the run with paid ends
  std::int64_t receives = 0;  ///< phases in which tasks can come in
};

/// What a run with paid ends must take, from the phases of the run whose ends are free.
Law law_of(Experiment e, PhaseEnd end) {
  e.phase_end = PhaseEnd::free;
  const auto to_middle = cycles_to_middle(e, end);
  const Cycle depth = *std::max_element(to_middle.begin(), to_middle.end());
  Law law;
  PhaseLog log(e, [&](const PhaseEntry& entry) {
    const auto& phase = e.scheme->phases()[entry.phase];
    if (phase.shift) {
      law.cycles += entry.to - entry.from;
      return;
    }
    Cycle words = 0;
    for (const auto port : phase.hears) {
      if (phase.word_bits == 0) continue;
      words = std::max(words, e.link_of_slot(port).passage(phase.word_bits));
    }
    std::vector<Cycle> landed(e.fabric.pes(), 0);
    for (const auto& move : entry.moves) {
      const Cycle passage = e.link_of_slot(move.port).passage(move.tasks * e.task_bits);
      landed[move.node] = std::max(landed[move.node], passage);
    }
    Cycle transfers = 0;
    if (!phase.receives.empty()) {
      ++law.receives;
      if (end == PhaseEnd::slot) {
        for (const auto port : phase.receives) {
          transfers =
              std::max(transfers, e.link_of_slot(port).passage(e.queue_depth * e.task_bits));
        }
      } else {
        for (Node node = 0; node < e.fabric.pes(); ++node) {
          transfers = std::max(transfers, landed[node] + to_middle[node] + depth);
        }
      }
    }
    law.cycles += words + phase.decision + transfers + phase.barrier;
  });
  const auto result = run_steps_generic(e, {}, &log);
  log.finish(result.run.cycles);
  return law;
}

std::int64_t words_of(const Experiment& e, const RunResult& result) {
  return count_messages(e.fabric, result.links).words;
}

}  // namespace

TEST_CASE("paid ends of phases: steps and cycles agree on every number") {
  test::property_of_runs([] {
    auto e = random_run();
    e.phase_end = *rc::gen::elementOf(all_ends);
    test::require_same_at_both_levels(e);
  });
}

TEST_CASE("paid ends of phases: both levels agree while an application runs") {
  test::property_of_runs([] {
    const auto name = *rc::gen::elementOf(fabrics);
    const auto fabric = Fabric::parse(name);
    const auto scheme = *rc::gen::elementOf(synchronous_schemes(fabric));
    if (scheme != "none" && fabric.link_count() == 0) return;  // its steps take no time
    test::RandomTrees trees;
    trees.roots =
        *rc::gen::container<std::vector<Load>>(fabric.pes(), rc::gen::inRange<Load>(0, 6));
    trees.size = *rc::gen::element<std::int64_t>(1, 7, 40);
    trees.most_work = *rc::gen::element<Cycle>(1, 90, 900);
    trees.most_children = 3;
    trees.seed = *rc::gen::arbitrary<std::uint64_t>();
    auto e = experiment(name, scheme, trees.roots);
    e.queue_depth = default_queue_depth({trees.total()});
    e.application = [trees] { return test::random_application(trees); };
    e.goal = {Goal::Kind::finished, 0};
    e.max_steps = 3000;
    e.phase_end = *rc::gen::elementOf(all_ends);
    RC_ASSERT(same(e, run_steps(e), run_forked(e).result));
  });
}

TEST_CASE("a paid end changes no load, step, shift or transfer, and the cycles by the law") {
  test::property([] {
    const auto e = random_run();
    const auto end = *rc::gen::elementOf(paid_ends);
    const auto free = run_with(e, PhaseEnd::free);
    const auto paid = run_with(e, end);
    const auto law = law_of(e, end);
    RC_ASSERT(paid.loads == free.loads);
    RC_ASSERT(paid.run.steps == free.run.steps);
    RC_ASSERT(paid.run.shifts == free.run.shifts);
    RC_ASSERT(paid.run.cycles == law.cycles);
    RC_ASSERT(paid.spent.total() == paid.run.cycles);
    RC_ASSERT(paid.spent.decision == free.spent.decision);
    RC_ASSERT(paid.spent.transfers == free.spent.transfers);
    const auto status = end == PhaseEnd::words ? 2 * (Cycle{e.fabric.pes()} - 1) * law.receives : 0;
    RC_ASSERT(words_of(e, paid) == words_of(e, free) + status);
    for (std::size_t slot = 0; slot < free.links.size(); ++slot) {
      RC_ASSERT(paid.links[slot].tasks == free.links[slot].tasks);
      RC_ASSERT(paid.links[slot].transfer_cycles == free.links[slot].transfer_cycles);
      RC_ASSERT(paid.links[slot].busy() <= paid.run.cycles);
    }
  });
}

TEST_CASE("where nothing moves, an end costs twice the way from the middle") {
  // On a torus of 4 × 5 the farthest PE is 2 + 2 hops from the root, on a mesh too.
  const auto* fabric = GENERATE("torus:4x5", "mesh:4x5");
  auto e = experiment(fabric, "nna", "spike:0");
  e.loads.assign(e.fabric.pes(), 7);
  e.queue_depth = 128;
  e.links[0] = LinkTiming({Rational(250'000'000), 3, 2}, e.clock);
  e.goal = {Goal::Kind::steps, 10};
  const auto barrier = [&](PhaseEnd end) { return run_with(e, end).spent.barrier; };
  CHECK(barrier(PhaseEnd::free) == 0);
  CHECK(barrier(PhaseEnd::tree) == Cycle{10} * 2 * (2 * 3 + 2 * 1));
  CHECK(barrier(PhaseEnd::words) == Cycle{10} * 2 * (2 * (2 + 1 + 3) + 2 * (1 + 1)));
  CHECK(barrier(PhaseEnd::slot) == Cycle{10} * (2 + 128 * 64 + 3));
}

TEST_CASE("a phase in which no tasks can come in ends after its words") {
  // Words of 16 and 17 bits, then a phase with transfers: one of three in multilevel on 4 PEs.
  auto e = experiment("hypercube:2", "multilevel:decision=5", std::vector<Load>{6, 6, 6, 6});
  e.goal = {Goal::Kind::steps, 1};
  CHECK(run_with(e, PhaseEnd::tree).run.cycles == (17 + 1) + (18 + 5 + 4) + (17 + 5 + 4));
  CHECK(run_with(e, PhaseEnd::free).run.cycles == (17 + 1) + (18 + 5) + (17 + 5));
}

TEST_CASE("Liquid's slot is fixed, however phases of other schemes end") {
  const auto* scheme = GENERATE("lm-c0", "lm-c4", "lm-c5", "lm-c5:weighted=yes", "none");
  auto e = experiment("torus:4x3", scheme, "uniform:0..30");
  e.max_steps = 200;
  e.phase_end = PhaseEnd::free;
  const auto free = run_steps(e);
  for (const auto end : all_ends) {
    e.phase_end = end;
    CHECK(same(e, run_steps(e), free));
    CHECK(same(e, run_steps_generic(e, {}), free));
    CHECK(same(e, run_forked(e).result, free));
  }
}

TEST_CASE("longer links never make a run shorter") {
  test::property([] {
    const auto e = random_run();
    auto longer = e;
    for (std::size_t d = 0; d < longer.links.size(); ++d) {
      const auto& link = e.links[d];
      longer.links[d] =
          LinkTiming({link.bandwidth(), link.latency() + *rc::gen::inRange<Cycle>(0, 20),
                      link.setup() + *rc::gen::inRange<Cycle>(0, 20)},
                     e.clock);
    }
    for (const auto end : all_ends) {
      RC_ASSERT(run_with(longer, end).run.cycles >= run_with(e, end).run.cycles);
    }
  });
}
