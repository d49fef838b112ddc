// SPDX-License-Identifier: Apache-2.0
// The whole fabric of RTL, verilated alone: loads and cycles at every step end, counts of every
// link, every task. 107 million PE-cycles in all, 8 times 3 and 83; each run asserts its share.
#include "tb/whole_fabric.h"

#include <algorithm>

#include "models/errors.h"
#include "tb/rtl_options.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/refusal.h"

using namespace isobar;

namespace {

struct LinkShape {
  std::int64_t lanes = 1;
  std::int64_t cycles_per_bit = 1;
  Cycle setup = 0;
  Cycle latency = 1;
};

constexpr Load least_depth = 10;  // where loads are drawn up to 9
constexpr Load ample_depth = 128;

struct Case {
  Experiment experiment;
  RtlParameters parameters;
};

/// `shapes`: of all dimensions, or one for each.
Case fabric_of(const std::string& fabric, const std::string& scheme, const std::string& load,
               const std::vector<LinkShape>& shapes, Load depth) {
  auto e = test::experiment(fabric, scheme, load, 3);
  e.queue_depth = depth;
  std::vector<std::int64_t> lanes;
  for (std::size_t d = 0; d < e.links.size(); ++d) {
    const auto& shape = shapes.size() == 1 ? shapes[0] : shapes[d];
    const LinkClass link{e.clock * shape.lanes / shape.cycles_per_bit, shape.latency, shape.setup};
    e.links[d] = LinkTiming(link, e.clock);
    lanes.push_back(shape.lanes);
  }
  return {e, RtlParameters::of(e, lanes)};
}

Case ring() { return fabric_of("ring:8", "lm-c5", "spike:2", {{}}, 32); }
Case torus() { return fabric_of("torus:4x4", "lm-c5", "uniform:0..9", {{8}}, least_depth); }
Case hypercube() {
  return fabric_of("hypercube:4", "lm-c4", "uniform:0..9", {{2, 1, 1}}, ample_depth);
}

void run_for(Experiment& e, std::int64_t steps) {
  e.goal = {Goal::Kind::steps, steps};
  e.max_steps = steps;
}

VerilatedLibrary library_of(const Case& c) {
  return VerilatedLibrary({"isobar_fabric", rtl_fabric_options(c.parameters)});
}

WholeResult run(const Case& c) {
  return run_whole_fabric(c.experiment, c.parameters, library_of(c));
}

std::string description(const std::optional<FabricMismatch>& m) {
  if (!m) return "";
  return "step " + std::to_string(m->step) + ", cycle " + std::to_string(m->cycle) +
         (m->node ? ", PE " + std::to_string(*m->node) : "") +
         (m->port ? ", port " + std::to_string(*m->port) : "") + ", " + m->quantity + ": RTL " +
         m->rtl + ", model " + m->model;
}

/// With the tasks of every queue in the order of the SystemC model.
WholeResult agree_with_model(const Case& c) {
  auto result = run(c);
  REQUIRE(description(result.mismatch).empty());
  const auto model = test::run_forked(c.experiment);
  CHECK(result.run->loads == model.result.loads);
  REQUIRE(result.queues.size() == model.queues.size());
  for (std::size_t node = 0; node < model.queues.size(); ++node) {
    INFO("PE " << node);
    REQUIRE(result.queues[node].size() == model.queues[node].size());
    for (std::size_t i = 0; i < model.queues[node].size(); ++i) {
      REQUIRE(result.queues[node][i].id == model.queues[node][i].id);
    }
  }
  return result;
}

constexpr std::int64_t at_least = 3'000'000;

void agree_for_long(Case c) {
  Cycle step = 0;
  for (const auto& phase : c.experiment.scheme->phases()) {
    step += shift_slot(c.experiment, phase).total();
  }
  run_for(c.experiment, 1 + at_least / (step * c.experiment.fabric.nodes()));
  const auto& loads = c.experiment.loads;
  const auto most = *std::max_element(loads.begin(), loads.end());
  if (c.parameters.depth == least_depth) REQUIRE(most == least_depth - 1);
  const auto result = agree_with_model(c);
  CHECK(result.run->run.steps == c.experiment.goal.count);
  CHECK(result.pe_cycles == result.run->run.cycles * c.experiment.fabric.nodes());
  CHECK(result.pe_cycles >= at_least);
}

}  // namespace

TEST_CASE("Whole fabric: without a task the run begins in the first cycle after the reset",
          "[rtl]") {
  for (const char* scheme : {"lm-c0", "lm-c4", "lm-c5"}) {
    auto c =
        fabric_of("torus:3x2", scheme, "uniform:0..0", {{1, 2, 1, 3}, {2, 1, 0, 1}}, ample_depth);
    run_for(c.experiment, 5);
    const auto result = agree_with_model(c);
    CHECK(result.run->run.steps == 5);
  }
}

TEST_CASE("Whole fabric: Table 3's example", "[rtl]") {
  const auto result = agree_with_model(ring());
  CHECK(result.run->to_share->steps == 7);
  CHECK(result.run->to_balance->steps == 18);
  CHECK(result.run->run.cycles == 1494);
  CHECK(result.pe_cycles == Cycle{1494} * 8);
  // Loads at 19 step ends, 18 of these ends, three counts of 16 links, the errors of 8 PEs, 16
  // tasks and their number.
  CHECK(result.compared == std::int64_t{19} * 8 + 18 + 48 + 8 + 16 + 1);
}

// All conditions; radix 2 and rings; links of all kinds; queues that fill.

TEST_CASE("Whole fabric: ring:8", "[rtl]") { agree_for_long(ring()); }

TEST_CASE("Whole fabric: torus:4x4, eight lanes", "[rtl]") { agree_for_long(torus()); }

TEST_CASE("Whole fabric: torus:4x4, eight lanes of four cycles a bit", "[rtl]") {
  const auto c = fabric_of("torus:4x4", "lm-c3", "uniform:0..9", {{8, 4, 1}}, least_depth);
  REQUIRE(c.parameters.rings[1].link.lanes == 8);
  REQUIRE(c.parameters.rings[1].link.cycles_per_bit == 4);
  REQUIRE(c.experiment.links[1].bits_per_cycle() == 2);
  agree_for_long(c);
}

TEST_CASE("Whole fabric: torus:5x3, another link in each dimension", "[rtl]") {
  agree_for_long(
      fabric_of("torus:5x3", "lm-c3", "uniform:0..9", {{1, 4, 2, 3}, {2, 1, 0, 1}}, least_depth));
}

TEST_CASE("Whole fabric: hypercube:4", "[rtl]") { agree_for_long(hypercube()); }

TEST_CASE("Whole fabric: hhc:2", "[rtl]") {
  agree_for_long(fabric_of("hhc:2", "lm-c2", "uniform:0..9", {{1, 1, 0, 4}}, least_depth));
}

TEST_CASE("Whole fabric: hhc:3", "[rtl]") {
  agree_for_long(fabric_of("hhc:3", "lm-c0", "uniform:0..9", {{1, 1, 5, 1}}, least_depth));
}

TEST_CASE("Whole fabric: torus:3x2, tasks of 100 bits", "[rtl]") {
  auto c = fabric_of("torus:3x2", "lm-c1", "uniform:0..9", {{8}}, ample_depth);
  c.experiment.task_bits = 100;
  c.parameters = RtlParameters::of(c.experiment);
  agree_for_long(c);
}

TEST_CASE("Whole fabric: torus:16x16, 83 million PE-cycles", "[rtl][volume]") {
  auto c = fabric_of("torus:16x16", "lm-c5", "spike:2", {{}}, 1024);
  const auto balanced = agree_with_model(c);
  CHECK(balanced.run->balanced);
  CHECK(balanced.pe_cycles == Cycle{42'330} * 256);
  run_for(c.experiment, 1'700);
  const auto long_run = run(c);
  REQUIRE(description(long_run.mismatch).empty());
  CHECK(long_run.run->to_balance->steps == balanced.run->run.steps);
  CHECK(long_run.pe_cycles == Cycle{282'200} * 256);
  CHECK(balanced.pe_cycles + long_run.pe_cycles >= 83'000'000);
}

TEST_CASE("Whole fabric: until balanced", "[rtl]") {
  auto c = GENERATE(torus(), hypercube());
  auto& loads = c.experiment.loads;
  if (c.experiment.fabric.name() == "torus:4x4") {
    loads = {9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0};
  } else {
    loads = {100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  }
  const auto result = agree_with_model(c);
  CHECK(result.run->ending == Ending::goal);
  CHECK(result.run->balanced);
}

TEST_CASE("Whole fabric: a watcher ends the run", "[rtl]") {
  const auto c = ring();
  std::int64_t seen = 0;
  const auto result =
      run_whole_fabric(c.experiment, c.parameters, library_of(c), [&](const Progress& p) {
        seen = p.at.steps;
        return p.at.steps < 5;
      });
  REQUIRE(description(result.mismatch).empty());
  CHECK(seen == 5);
  CHECK(result.run->ending == Ending::interrupted);
  CHECK(result.pe_cycles == Cycle{5} * 83 * 8);
}

TEST_CASE("Whole fabric: what differs is named", "[rtl]") {
  const auto differs = [](const Case& model, const Case& rtl) {
    const auto result = run_whole_fabric(model.experiment, model.parameters, library_of(rtl));
    CHECK(!result.run);
    CHECK(result.queues.empty());
    return description(result.mismatch);
  };
  SECTION("another condition") {
    // The PE beside the spike gives its only task away by C5, and keeps it by C3.
    CHECK(differs(fabric_of("ring:8", "lm-c3", "spike:2", {{}}, 32), ring()) ==
          "step 2, cycle 166, PE 1, load: RTL 1, model 2");
  }
  SECTION("a link that is faster or slower") {
    const auto slower = fabric_of("ring:8", "lm-c5", "spike:2", {{1, 1, 0, 3}}, 32);
    CHECK(differs(slower, ring()) == "step 1, cycle 83, cycle of the step's end: RTL 83, model 87");
    const auto faster = fabric_of("torus:4x4", "lm-c5", "uniform:0..9", {{16}}, least_depth);
    CHECK(differs(faster, torus()) ==
          "step 1, cycle 26, cycle of the step's end: RTL 26, model 16");
  }
  SECTION("set-up instead of latency") {
    auto c = hypercube();
    c.experiment.links =
        fabric_of("hypercube:4", "lm-c4", "spike:1", {{2, 1, 0, 2}}, ample_depth).experiment.links;
    CHECK(differs(c, hypercube()) ==
          "step 2, cycle 360, PE 0, port 0, set-up cycles: RTL 3, model 0");
  }
  SECTION("a queue of less depth") {
    auto c = torus();
    c.experiment.queue_depth = 16;
    c.experiment.loads = {1, 2, 3, 12, 5, 6, 7, 8, 9, 9, 8, 7, 6, 5, 4, 3};
    CHECK(differs(c, torus()) ==
          "step 0, cycle 0, PE 3, tasks taken at the start: RTL 9, model 12");
  }
}

TEST_CASE("Whole fabric: what cannot be run", "[rtl]") {
  auto c = ring();
  CHECK_THROWS_AS(run_whole_fabric(torus().experiment, torus().parameters, library_of(c)),
                  ModelError);
  const auto library = library_of(c);
  c.experiment.task_bits = 32;
  const auto parameters = RtlParameters::of(c.experiment);
  CHECK(test::refusal([&] { run_whole_fabric(c.experiment, parameters, library); }) ==
        "tasks of 32 bits; only those of more than 32 contain their identity");
}
