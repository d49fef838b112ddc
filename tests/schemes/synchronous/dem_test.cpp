// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/dem.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "models/analysis/dem_formulas.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/level_law.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"

using namespace isobar;
using test::experiment;
using test::free_ends;

namespace {

const std::vector<std::string> everywhere = {
    "ring:1",    "ring:2",      "ring:3", "ring:7",   "ring:8",     "torus:4x5", "torus:9",
    "torus:2x3", "hypercube:4", "hhc:2",  "mesh:4x4", "mesh:2x3x3", "mesh:7"};

/// The pairs of one fold of a line.
std::vector<std::pair<std::uint32_t, std::uint32_t>> fold(std::uint32_t radix,
                                                          std::uint32_t distance) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t c = 0; c < radix; ++c) {
    const auto other = c ^ distance;
    if (c < other && other < radix) pairs.emplace_back(c, other);
  }
  return pairs;
}

struct Folded {
  std::vector<Load> loads;
  std::int64_t pairs = 0;      ///< times the links between the two
  std::int64_t transfers = 0;  ///< times those links
  std::int64_t headers = 0;
};

/// The balancing of a step as it is defined: pairs average, fold by fold.
Folded folded(const Fabric& fabric, std::vector<Load> loads) {
  Folded result;
  Node stride = 1;
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    for (std::uint32_t distance = 1; distance < fabric.radix(d); distance *= 2) {
      for (const auto& [a, b] : fold(fabric.radix(d), distance)) {
        for (Node i = 0; i < fabric.nodes(); ++i) {
          if (fabric.coordinate(i, d) != a) continue;
          auto& lower = loads[i];
          auto& upper = loads[i + stride * (b - a)];
          const Load moved = std::abs(lower - upper) / 2;
          const bool up = lower > upper;
          lower += up ? -moved : moved;
          upper += up ? moved : -moved;
          result.pairs += distance;
          result.headers += 2 * std::int64_t{distance} - 2;
          if (moved > 0) result.transfers += distance;
        }
      }
    }
    stride *= fabric.radix(d);
  }
  result.loads = std::move(loads);
  return result;
}

RunResult after(Experiment e, std::int64_t steps) {
  e.goal = {Goal::Kind::steps, steps};
  e.max_steps = steps;
  return run_steps(e);
}

std::string cube(std::int64_t n) { return "hypercube:" + std::to_string(n); }

/// Twice the number of ones in the address: every pair in every dimension is 2 apart.
std::vector<Load> every_pair_transfers(std::int64_t n) {
  std::vector<Load> loads(std::size_t{1} << n, 0);
  for (std::size_t i = 1; i < loads.size(); ++i) loads[i] = loads[i / 2] + (i % 2 == 1 ? 2 : 0);
  return loads;
}

std::int64_t directed_links_of_lines(const Fabric& fabric) {
  std::int64_t count = 0;
  for (const auto radix : fabric.radices()) {
    count += 2 * std::int64_t{fabric.nodes()} / radix * (radix - 1);
  }
  return count;
}

}  // namespace

TEST_CASE("a step of dem averages pairs, fold by fold, and PEs between keep their loads") {
  test::property([] {
    const auto name = *rc::gen::elementOf(everywhere);
    const auto fabric = Fabric::parse(name);
    const auto most = *rc::gen::element<Load>(3, 30, 100'000, Load{1} << 40);
    const auto loads =
        *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, most));
    const auto r = after(free_ends(experiment(name, "dem:threshold=0", loads)), 1);
    const auto expected = folded(fabric, loads);
    RC_ASSERT(r.loads == expected.loads);
    const auto counts = count_messages(fabric, r.links);
    RC_ASSERT(counts.transfers == expected.transfers);
    RC_ASSERT(counts.words == 2 * expected.pairs + expected.headers);
  });
}

TEST_CASE("dem: steps and cycles agree, no task is lost") {
  test::property_of_runs([] {
    test::require_same_at_both_levels(
        test::random_experiment({"dem", "dem:threshold=0", "dem:threshold=15"}, everywhere));
  });
}

TEST_CASE("eq. 31 and 32: 3·N·log N messages sent and received, 3·log N at every PE") {
  for (std::int64_t n = 2; n <= 10; ++n) {
    INFO(n);
    const auto loads = every_pair_transfers(n);
    const auto pes = std::int64_t{1} << n;
    const auto e = free_ends(experiment(cube(n), "dem:threshold=0", loads));
    const auto r = after(e, 1);
    const auto counts = count_messages(e.fabric, r.links);
    CHECK(counts.per_pe_total == dem_messages(n));
    CHECK(counts.max_per_pe == dem_messages_of_pe(n));
    CHECK(counts.words == pes * n);
    CHECK(counts.transfers == pes * n / 2);
    CHECK(r.loads == std::vector<Load>(loads.size(), n));
  }
}

TEST_CASE("eq. 31 and 32 in the SystemC model, the start counted apart") {
  for (std::int64_t n = 2; n <= 10; ++n) {
    INFO(n);
    const auto pes = std::int64_t{1} << n;
    const auto counted = [&](const std::string& scheme) {
      auto e = free_ends(experiment(cube(n), scheme, every_pair_transfers(n)));
      e.goal = {Goal::Kind::steps, 1};
      const auto r = test::run_forked(e).result;
      CHECK(test::same(e, r, run_steps(e)));
      return std::make_pair(count_messages(e.fabric, r.links), r.run);
    };
    const auto [counts, run] = counted("dem:threshold=0");
    CHECK(counts.per_pe_total == dem_messages(n));
    CHECK(counts.max_per_pe == dem_messages_of_pe(n));
    // PE 0 has no task. Every PE tells every neighbour once, a bit each; three cycles a dimension.
    const auto [with_start, later] = counted("dem");
    CHECK(with_start.words - counts.words == pes * n);
    CHECK(with_start.transfers == counts.transfers);
    CHECK(later.cycles - run.cycles == 3 * n);
    CHECK(later.shifts == run.shifts);
  }
}

TEST_CASE("a pair that does not transfer saves one message, counted at both ends") {
  test::property([] {
    const auto n = *rc::gen::inRange(1, 8);
    const auto pes = std::int64_t{1} << n;
    const auto loads = *rc::gen::container<std::vector<Load>>(
        static_cast<std::size_t>(pes), rc::gen::inRange<Load>(0, *rc::gen::element<Load>(3, 99)));
    const auto e = free_ends(experiment(cube(n), "dem:threshold=0", loads));
    const auto counts = count_messages(e.fabric, after(e, 1).links);
    const auto idle_pairs = pes * n / 2 - folded(e.fabric, loads).transfers;
    RC_ASSERT(counts.per_pe_total == dem_messages(n) - 2 * idle_pairs);
  });
}

TEST_CASE("dem on a hypercube levels as de does, and is balanced after one step") {
  test::property([] {
    const auto n = *rc::gen::inRange(1, 9);
    const auto most = *rc::gen::element<Load>(2, 10, 1000, 1'000'000'000);
    const auto loads = *rc::gen::container<std::vector<Load>>(std::size_t{1} << n,
                                                              rc::gen::inRange<Load>(0, most));
    const auto r = after(experiment(cube(n), "dem:threshold=0", loads), 1);
    const auto de = after(experiment(cube(n), "de", loads), 1);
    RC_ASSERT(r.loads == de.loads);
    RC_ASSERT(r.run.shifts == de.run.shifts);
    RC_ASSERT(r.balanced);
  });
}

TEST_CASE("a step balances if and only if a PE is underloaded (eq. 30)") {
  test::property([] {
    const auto name = *rc::gen::elementOf(everywhere);
    const auto fabric = Fabric::parse(name);
    if (fabric.nodes() == 1) return;
    const auto threshold = *rc::gen::inRange<Load>(1, 20);
    const bool underloaded = *rc::gen::arbitrary<bool>();
    auto loads = *rc::gen::container<std::vector<Load>>(
        fabric.nodes(), rc::gen::inRange<Load>(threshold, threshold + 50));
    const auto who = *rc::gen::inRange<std::size_t>(0, loads.size());
    if (underloaded) loads[who] = *rc::gen::inRange<Load>(0, threshold);
    const auto text = "dem:threshold=" + std::to_string(threshold);
    const auto r = after(experiment(name, text, loads), 1);
    RC_ASSERT(r.loads == (underloaded ? folded(fabric, loads).loads : loads));
    // The start: one bit over every link of the lines, once each way.
    const auto words = count_messages(fabric, r.links).words;
    const auto balancing = after(experiment(name, "dem:threshold=0", loads), 1);
    const auto more = underloaded ? count_messages(fabric, balancing.links).words : 0;
    RC_ASSERT(words == directed_links_of_lines(fabric) + more);
  });
}

TEST_CASE("a start does not outlast its step") {
  const auto e =
      experiment("mesh:2x4", "dem:threshold=3", std::vector<Load>{0, 9, 9, 9, 9, 9, 9, 9});
  const auto first = after(e, 1);
  CHECK(*std::min_element(first.loads.begin(), first.loads.end()) >= 3);
  const auto second = after(e, 2);
  CHECK(count_messages(e.fabric, second.links).words -
            count_messages(e.fabric, first.links).words ==
        directed_links_of_lines(e.fabric));
  CHECK(second.run.shifts == first.run.shifts);
}

TEST_CASE("while nobody is underloaded a step is the start's words and nothing else") {
  const auto e = experiment("hypercube:5", "dem:threshold=3", "uniform:3..90");
  const auto r = after(e, 7);
  CHECK(r.loads == e.loads);
  CHECK(r.run.steps == 7);
  CHECK(r.run.shifts == 0);
  // Five dimensions, a bit from every PE in each: a word of 2 cycles and the decision.
  CHECK(r.run.cycles == 105);
  CHECK(count_messages(e.fabric, r.links).words == 1120);
}

TEST_CASE("a pair of a hypercube: update, request, transfer") {
  // 10 tasks against 2: the lower PE hears of 2, asks for −4 back or gives 4.
  for (const auto& loads : {std::vector<Load>{10, 2}, std::vector<Load>{2, 10}}) {
    const auto r = after(free_ends(experiment("hypercube:1", "dem:threshold=0", loads)), 1);
    CHECK(r.loads == std::vector<Load>{6, 6});
    CHECK(r.run.shifts == 4);
    CHECK(r.run.cycles == (16 + 1 + 1) + (17 + 1 + 1) + (4 * 64 + 1));
    CHECK(r.links[0].words == 1);
    CHECK(r.links[1].words == 1);
    CHECK(r.links[0].word_cycles == 17);
    CHECK(r.links[1].word_cycles == 16);
  }
}

TEST_CASE("a fold of distance 2: tasks pass the PE between, one link a phase") {
  // 0 and 2 are a pair, 1 and 3 too; fold 0 has nothing to do.
  auto e = free_ends(experiment("mesh:4", "dem:threshold=0", std::vector<Load>{9, 9, 1, 1}));
  const auto r = after(e, 1);
  CHECK(r.loads == std::vector<Load>{5, 5, 5, 5});
  // Two hops of 4 tasks each way up; both pairs at once.
  CHECK(r.run.shifts == 4 + 4);
  CHECK(count_messages(e.fabric, r.links).tasks == 16);
  // Fold 0 with 2 phases; fold 1 with 2 updates, 2 requests, the last with the first hop, 1 more.
  const Cycle fold_0 = (16 + 1 + 1) + (17 + 1 + 1);
  const Cycle fold_1 = 2 * (16 + 1 + 1) + 2 * (17 + 1 + 1) + (16 + 1 + 1) + 2 * (4 * 64 + 1);
  CHECK(r.run.cycles == fold_0 + fold_1);
  CHECK(test::run_forked(e).result.loads == r.loads);
}

TEST_CASE("what is passed on is the oldest: the PE between keeps the newcomers") {
  // PE 1 holds tasks 9 and 10, PE 0 gives its oldest, and so does PE 1 in its turn.
  auto e = experiment("mesh:3", "dem:threshold=0", std::vector<Load>{9, 9, 1});
  e.goal = {Goal::Kind::steps, 1};
  const auto queues = test::run_forked(e).queues;
  std::vector<std::uint64_t> at_2;
  for (const auto& task : queues[2]) at_2.push_back(task.id);
  CHECK(at_2 == std::vector<std::uint64_t>{18, 9, 10, 11, 12});
}

TEST_CASE("folding levels lines of 2^m in one step, log2 of the number of PEs apart at most") {
  test::property([] {
    const auto [name, folds] = *rc::gen::element(
        std::make_pair("ring:16", 4), std::make_pair("mesh:8x8", 6), std::make_pair("mesh:32", 5));
    const auto nodes = Fabric::parse(name).nodes();
    const auto most = *rc::gen::element<Load>(2, 10, 100'000);
    const auto loads =
        *rc::gen::container<std::vector<Load>>(nodes, rc::gen::inRange<Load>(0, most));
    const auto levelled = after(experiment(name, "dem:threshold=0", loads), 1).loads;
    const auto [min, max] = std::minmax_element(levelled.begin(), levelled.end());
    RC_ASSERT(*max - *min <= folds);
  });
}

TEST_CASE("dimension exchange by folds makes no valley deeper where every line is a pair") {
  const auto never = [](const char* fabric) {
    return SchemeChoice::parse("dem").make(Fabric::parse(fabric), 16)->never_deepens();
  };
  CHECK(never("hypercube:3"));
  CHECK(never("torus:2x2"));
  CHECK_FALSE(never("torus:2x3"));
  CHECK_FALSE(never("mesh:4"));
}
