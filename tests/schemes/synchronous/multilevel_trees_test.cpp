// SPDX-License-Identifier: Apache-2.0
// Multilevel diffusion on rings, tori, meshes, HHCs and graphs, whose cuts not every PE lies at.
#include "models/schemes/synchronous/multilevel_trees.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "models/measure/result.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "models/workloads/initial_load.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/level_law.h"
#include "tests/support/program.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::experiment;
using test::experiment_on;
using test::run_program;

namespace {

const std::vector<std::string> products = {
    "ring:3", "ring:8", "ring:17", "torus:4x5", "torus:8x8",  "torus:2x3x3",  "torus:1x3",
    "hhc:1",  "hhc:3",  "mesh:7",  "mesh:4x4",  "mesh:2x3x3", "debruijn:2,4", "debruijn:3,2"};

std::vector<Load> after_a_step(Experiment e) {
  e.goal = {Goal::Kind::steps, 1};
  e.max_steps = 1;
  return run_steps(e).loads;
}

/// Horton's promise, for whole tasks: no two PEs are more than one task apart, and none is lost.
void require_level(const std::vector<Load>& before, const std::vector<Load>& after) {
  const auto [min, max] = std::minmax_element(after.begin(), after.end());
  RC_ASSERT(*max - *min <= 1);
  RC_ASSERT(std::accumulate(after.begin(), after.end(), Load{0}) ==
            std::accumulate(before.begin(), before.end(), Load{0}));
}

std::vector<Load> any_loads(Node pes) {
  const auto most = *rc::gen::element<Load>(2, 5, 100, Load{1} << 43);
  return *rc::gen::container<std::vector<Load>>(pes, rc::gen::inRange<Load>(0, most));
}

}  // namespace

TEST_CASE("multilevel: one step levels every load to within one task on ring products",
          "[multilevel]") {
  test::property([] {
    const auto name = *rc::gen::elementOf(products);
    const auto loads = any_loads(Fabric::parse(name).pes());
    require_level(loads, after_a_step(experiment(name, "multilevel", loads)));
  });
}

TEST_CASE("multilevel: one step levels every load to within one task on graphs", "[multilevel]") {
  test::property([] {
    const auto fabric =
        test::random_graph(*rc::gen::inRange<Node>(2, 40), *rc::gen::inRange(0U, 60U),
                           *rc::gen::arbitrary<std::uint64_t>());
    const auto loads = any_loads(fabric.pes());
    require_level(loads, after_a_step(experiment_on(fabric, "multilevel", loads)));
  });
}

TEST_CASE("multilevel: steps and cycles agree beyond pairs, no task is lost",
          "[multilevel][systemc]") {
  test::property_of_runs([] {
    test::require_same_at_both_levels(
        test::random_experiment({"multilevel", "multilevel:decision=3"}, products));
  });
}

TEST_CASE("multilevel: steps and cycles agree on random graphs", "[multilevel][systemc]") {
  test::property_of_runs([] {
    const auto fabric = test::any_graph();
    auto e = experiment_on(
        fabric, "multilevel",
        *rc::gen::container<std::vector<Load>>(fabric.pes(), rc::gen::inRange<Load>(0, 60)));
    e.max_steps = *rc::gen::inRange<std::int64_t>(0, 4);
    e.goal = {Goal::Kind::steps, e.max_steps};
    test::require_same_at_both_levels(e);
  });
}

TEST_CASE("multilevel on a line of four: every word, task and cycle", "[multilevel]") {
  auto e = test::free_ends(
      experiment("mesh:4", "multilevel:decision=5", std::vector<Load>{12, 0, 0, 0}));
  e.load_bits = 16;
  e.scheme = SchemeChoice::parse("multilevel:decision=5").make(e.fabric, e.load_bits);
  e.goal = {Goal::Kind::steps, 1};
  const auto result = run_steps(e);
  CHECK(result.loads == std::vector<Load>{3, 3, 3, 3});
  // The ends tell the inner PEs (2), these each other (2) and their ends (2), who say how many
  // tasks they sent (2); then each half's two PEs tell each other (4).
  const auto counts = count_messages(e.fabric, result.links);
  CHECK(counts.words == 12);
  // 6 tasks from PE 0 to 1 and on to 2; then 3 in each half.
  CHECK(counts.transfers == 4);
  CHECK(counts.tasks == 18);
  CHECK(result.run.shifts == 15);
  const Cycle word = 17 + 1;  // the sum of two loads
  const Cycle first =
      (word + 1) + (word + 5) + (word + 5) + (1 + 6 * 64 + 1) + (word + 1 + 6 * 64 + 1);
  const Cycle second = (16 + 1 + 5) + (1 + 3 * 64 + 1);
  CHECK(result.run.cycles == first + second);
}

TEST_CASE("multilevel: tasks cross by as many links as have load behind them", "[multilevel]") {
  // Rows 0 to 3 hold 10 a PE, rows 4 to 7 none: 5 · 32 tasks cross by the 16 links between the two,
  // from the border's PEs and those behind them.
  std::vector<Load> loads(64, 0);
  std::fill(loads.begin(), loads.begin() + 32, 10);
  auto e = test::free_ends(experiment("torus:8x8", "multilevel", loads));
  e.goal = {Goal::Kind::steps, 1};
  const auto result = run_steps(e);
  std::int64_t across = 0;
  for (Node column = 0; column < 8; ++column) {
    for (const auto& [row, direction] :
         {std::pair(3U, Direction::successor), std::pair(0U, Direction::predecessor)}) {
      const auto slot = (row * 8 + column) * e.fabric.degree() + *e.fabric.port(2, direction);
      CHECK(result.links[slot].tasks >= 9);
      across += result.links[slot].tasks;
    }
  }
  CHECK(across == 160);
}

TEST_CASE("multilevel: as many levels as halvings, more where a graph has no even halves",
          "[multilevel]") {
  const auto levels = [](const char* name) { return multilevel_cuts(Fabric::parse(name)).size(); };
  CHECK(levels("ring:64") == 6);
  CHECK(levels("torus:8x8") == 6);
  CHECK(levels("torus:5x5") == 6);  // 25, 15, 9, 6, 4, 2
  CHECK(levels("hhc:3") == 5);      // 24, 12, 6, 4, 2
  CHECK(levels("debruijn:2,6") >= 6);
  CHECK(levels("debruijn:2,6") <= 8);
  CHECK(levels("ring:1") == 0);
  const auto star = Fabric::graph("graph:star", 5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}});
  CHECK(multilevel_cuts(star).size() == 4);
}

TEST_CASE("multilevel is refused where switches are, and where tables are too large",
          "[multilevel]") {
  const auto& entry = schemes().at("multilevel");
  const auto star = Fabric::graph("graph:star", 4, {{0, 3}, {1, 3}, {2, 3}}, 1);
  CHECK(contains(entry.objection(star), "switch"));
  CHECK(contains(entry.objection(Fabric::parse("torus:1024x1025")), "up to 1048576 PEs"));
  CHECK(entry.objection(Fabric::parse("hypercube:22")).empty());
  CHECK(entry.objection(Fabric::parse("ring:4")).empty());
}

TEST_CASE("multilevel with an application and with full queues, in runs at both levels",
          "[multilevel][systemc]") {
  const test::Scratch folder;
  const auto result = [&](std::vector<std::string> arguments, const char* level) {
    arguments.insert(arguments.begin(), "run");
    for (const auto* more : {"--scheme", "multilevel", "--json", "-", "--level", level}) {
      arguments.emplace_back(more);
    }
    const auto ran = run_program(arguments, folder.path());
    INFO(ran.err);
    REQUIRE((ran.status == 0 || ran.status == 1));
    auto json = nlohmann::json::parse(ran.out);
    for (const auto* own : {"config", "level"}) json.erase(own);
    return json;
  };
  const auto arguments = GENERATE(
      std::vector<std::string>{"--fabric", "torus:4x3", "--app", "uts:t=1,a=3,d=6,b=4,r=19"},
      std::vector<std::string>{"--fabric", "debruijn:2,4", "--app", "uts:t=1,a=3,d=6,b=4,r=19"},
      std::vector<std::string>{"--fabric", "ring:9", "--load", "spike:5", "--queue-depth", "46",
                               "--until", "steps:3"},
      std::vector<std::string>{"--fabric", "mesh:3x3", "--load", "uniform:0..20", "--queue-depth",
                               "22", "--until", "steps:3"});
  const auto steps = result(arguments, "steps");
  CHECK(result(arguments, "cycles") == steps);
}

TEST_CASE("multilevel on tori, HHCs and graphs in campaigns and waves", "[multilevel][systemc]") {
  const test::Scratch folder;
  folder.write("plan.toml",
               "[base]\nload = \"spike:9\"\nscheme = \"multilevel\"\n[[axis]]\nkey = \"fabric\"\n"
               "values = [\"ring:8\", \"torus:4x3\", \"hhc:2\", \"mesh:3x3\", \"debruijn:2,3\"]\n");
  const auto explored = run_program({"explore", "plan.toml"}, folder.path());
  INFO(explored.err);
  CHECK(explored.status == 0);
  CHECK(contains(explored.out, "5 points: 5 done, 0 failed"));
  for (const auto* fabric : {"torus:4x3", "debruijn:2,3"}) {
    const auto ran = run_program({"run", "--fabric", fabric, "--scheme", "multilevel", "--load",
                                  "spike:9", "--wave", "w.fst", "--trace", "t.json"},
                                 folder.path());
    INFO(ran.err);
    CHECK(ran.status == 0);
    CHECK(std::filesystem::file_size(folder / "w.fst") > 0);
  }
}
