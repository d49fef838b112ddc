// SPDX-License-Identifier: Apache-2.0
// The Liquid kernels against the phase interpreter, however they compute.
#include "models/steps/liquid_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "models/schemes/synchronous/liquid.h"
#include "models/steps/run_liquid.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/property.h"

using namespace isobar;
using test::experiment;
using test::same;

namespace {

std::vector<Isa> instruction_sets() {
  std::vector<Isa> all = {Isa::baseline};
  if (best_isa() >= Isa::avx2) all.push_back(Isa::avx2);
  if (best_isa() >= Isa::avx512) all.push_back(Isa::avx512);
  return all;
}

/// A fabric that is computed as a cube, unless it is too small: rings outside of pairs.
std::string random_cube() {
  auto name = "torus:" + *rc::gen::element<std::string>("", "3x", "5x3x", "2x7x", "1x3x1x") + "2";
  for (auto pairs = *rc::gen::inRange(2, 10); pairs > 0; --pairs) name += "x2";
  return name;
}

std::string random_fabric() {
  constexpr std::uint64_t most_nodes = 3000;
  const auto kind = *rc::gen::inRange(0, 4);
  if (kind == 0) return random_cube();
  const auto dimensions = kind == 1 ? 3 : *rc::gen::inRange(1, 8);
  std::string name;
  std::uint64_t nodes = 1;
  for (int d = 0; d < dimensions; ++d) {
    const auto radix =
        *rc::gen::element<std::uint64_t>(1, 2, 2, 3, 4, 5, 7, 16, 17, 33, 64, 65, 130, 700);
    if (nodes * radix > most_nodes) continue;
    nodes *= radix;
    name += (name.empty() ? "torus:" : "x") + std::to_string(radix);
  }
  if (nodes == 1) return "ring:2";
  return name;
}

/// Loads up to the greatest that an array of some width holds with a bit to spare, or without, or a
/// little more.
std::vector<Load> random_loads(std::size_t nodes) {
  const Load most =
      *rc::gen::element<Load>(1, 2, 3, 6, 40, 126, 127, 254, 255, 256, 32'766, 32'767, 65'535,
                              65'536, 2'147'483'646, 2'147'483'647, 4'294'967'295, 4'294'967'296);
  const Load least = *rc::gen::element<Load>(0, most / 2, std::max<Load>(0, most - 5));
  auto loads =
      *rc::gen::container<std::vector<Load>>(nodes, rc::gen::inRange<Load>(least, most + 1));
  loads[*rc::gen::inRange<std::size_t>(0, nodes)] = most;
  return loads;
}

Experiment random_experiment() {
  const auto name = random_fabric();
  const auto scheme = fmt::format("lm-c{}", *rc::gen::inRange(0, 6));
  auto e = experiment(name, scheme, random_loads(Fabric::parse(name).nodes()));
  for (auto& link : e.links) {
    link = LinkTiming({Rational(*rc::gen::inRange<std::int64_t>(50'000'000, 900'000'000)),
                       *rc::gen::inRange<Cycle>(1, 9), *rc::gen::inRange<Cycle>(0, 9)},
                      e.clock);
  }
  e.tolerance = *rc::gen::element<Load>(0, 1, e.fabric.dimensions(), 30, 250);
  e.goal = {*rc::gen::element(Goal::Kind::balanced, Goal::Kind::shared, Goal::Kind::steps,
                              Goal::Kind::cycles),
            *rc::gen::inRange<std::int64_t>(0, 3000)};
  e.max_steps = *rc::gen::inRange<std::int64_t>(0, 40);
  e.lists_deepest = *rc::gen::arbitrary<bool>();
  return e;
}

LiquidPlan random_plan(const Experiment& e) {
  auto plan = LiquidPlan::suited(e);
  if (!plan.keeps_deepest) {
    plan.traversal = *rc::gen::element(LiquidPlan::Traversal::sweep, LiquidPlan::Traversal::parts);
  }
  if (*rc::gen::inRange(0, 4) == 0) plan.load_bits = std::min(64U, plan.load_bits * 2);
  plan.steps_per_pass = plan.traversal == LiquidPlan::Traversal::parts
                            ? *rc::gen::element<std::size_t>(1, 2, 3, 8)
                            : 1;
  plan.chunk = *rc::gen::element<std::size_t>(1, 2, 5, 64, 100'000);
  plan.brick = *rc::gen::element<std::size_t>(1, 2, 3, 8, 100'000);
  plan.threads = *rc::gen::element(1U, 2U, 3U, 7U);
  plan.isa = *rc::gen::elementOf(instruction_sets());
  return plan;
}

/// In bricks of so many planes, so many steps in a pass.
void planes_are_rings_of_rows(const std::vector<std::pair<std::size_t, std::size_t>>& plans) {
  const auto* name = GENERATE("torus:70x2x9", "torus:37x3x4", "torus:130x5x3", "torus:257x4x3",
                              "torus:328x7x2", "torus:5x90x2", "torus:2100x5x2");
  const auto* scheme = GENERATE("lm-c1", "lm-c4", "lm-c5");
  const auto* load = GENERATE("uniform:0..60", "uniform:0..9000", "uniform:0..90000");
  auto e = experiment(name, scheme, load);
  e.goal = {Goal::Kind::steps, 20};
  e.max_steps = 20;
  e.lists_deepest = false;
  auto plan = LiquidPlan::suited(e);
  plan.traversal = LiquidPlan::Traversal::parts;
  const auto expected = run_steps_generic(e);
  for (const auto& [brick, steps] : plans) {
    plan.brick = brick;
    plan.steps_per_pass = steps;
    INFO(name << " " << scheme << " " << load << " brick " << brick << " steps " << steps);
    CHECK(same(e, run_liquid(e, {}, plan), expected));
  }
}

}  // namespace

TEST_CASE("a Liquid run is the same however it is computed") {
  test::property([] {
    const auto e = random_experiment();
    const auto plan = random_plan(e);
    RC_LOG() << e.fabric.name() << " C"
             << static_cast<int>(dynamic_cast<const Liquid&>(*e.scheme).condition()) << " bits "
             << plan.load_bits << " traversal " << static_cast<int>(plan.traversal) << " steps "
             << plan.steps_per_pass << " chunk " << plan.chunk << " brick " << plan.brick
             << " threads " << plan.threads << " isa " << static_cast<int>(plan.isa) << '\n';
    const auto expected = run_steps_generic(e);
    RC_ASSERT(same(e, run_liquid(e, {}, plan), expected));
    RC_ASSERT(same(e, run_steps(e), expected));
  });
}

TEST_CASE("a Liquid run tells its watcher the same, and can be ended by it") {
  test::property([] {
    const auto e = random_experiment();
    const auto plan = random_plan(e);
    const auto last = *rc::gen::inRange<std::int64_t>(0, 40);
    const auto look_from = *rc::gen::inRange<std::int64_t>(0, 40);
    const auto look_every = *rc::gen::inRange<std::int64_t>(1, 12);
    struct Seen {
      Load min;
      Load max;
      std::vector<Load> loads;
    };
    std::map<std::int64_t, Seen> seen;
    const auto expected = run_steps_generic(e, [&](const Progress& p) {
      seen[p.at.steps] = {p.min, p.max, p.loads};
      return p.at.steps < last;
    });
    std::int64_t steps = 0;
    const Watch watch = [&](const Progress& p) {
      RC_ASSERT(p.at.steps == steps++);
      const auto& same_step = seen.at(p.at.steps);
      RC_ASSERT(p.min == same_step.min);
      RC_ASSERT(p.max == same_step.max);
      const bool looks = p.at.steps >= look_from && p.at.steps % look_every == 0;
      if (looks) RC_ASSERT(std::vector<Load>(p.loads) == same_step.loads);
      return p.at.steps < last;
    };
    RC_ASSERT(same(e, run_liquid(e, watch, plan), expected));
    RC_ASSERT(steps == static_cast<std::int64_t>(seen.size()));
  });
}

TEST_CASE(
    "the greatest load that an array holds goes round a torus, and one more needs a wider one") {
  const auto bits = GENERATE(8U, 16U, 32U);
  const auto* scheme = GENERATE("lm-c0", "lm-c1", "lm-c2", "lm-c3", "lm-c4", "lm-c5");
  const auto isa = GENERATE(from_range(instruction_sets()));
  const Load most = (Load{1} << (bits - 1)) - 2;
  const auto fabric = Fabric::parse("torus:70x9");
  std::vector<Load> loads(fabric.nodes(), most);
  for (std::size_t i = 0; i < loads.size(); i += 7) loads[i] -= static_cast<Load>(i % 3);
  auto e = experiment(fabric.name(), scheme, loads);
  e.goal = {Goal::Kind::steps, 50};
  e.max_steps = 50;
  e.lists_deepest = false;
  auto plan = LiquidPlan::suited(e);
  CHECK(plan.load_bits == bits);
  plan.traversal = LiquidPlan::Traversal::parts;
  plan.steps_per_pass = 3;
  plan.isa = isa;
  INFO(bits << " bits " << scheme << " isa " << static_cast<int>(isa));
  CHECK(same(e, run_liquid(e, {}, plan), run_steps_generic(e)));

  e.loads.front() = most + 1;
  CHECK(LiquidPlan::suited(e).load_bits == 2 * bits);
}

TEST_CASE("rows of a torus go in pairs, of which one may be another part's or none's") {
  const auto* name = GENERATE("torus:40x2", "torus:40x3", "torus:37x10", "torus:33x11");
  const auto* scheme = GENERATE("lm-c2", "lm-c5");
  auto e = experiment(name, scheme, "uniform:0..200");
  e.goal = {Goal::Kind::steps, 29};
  e.max_steps = 29;
  e.lists_deepest = false;
  auto plan = LiquidPlan::suited(e);
  plan.traversal = LiquidPlan::Traversal::parts;
  plan.steps_per_pass = GENERATE(1, 2, 3, 4, 7);
  plan.threads = GENERATE(1U, 2U, 3U);
  INFO(name << " " << scheme << " steps " << plan.steps_per_pass << " threads " << plan.threads);
  CHECK(same(e, run_liquid(e, {}, plan), run_steps_generic(e)));
}

TEST_CASE("planes of a torus are rings of rows, whole or in bricks, and rows of strips") {
  planes_are_rings_of_rows({{1, 16}, {3, 3}, {1000, 1}});
}

TEST_CASE("planes of a torus are rings of rows, in bricks of all kinds", "[long]") {
  planes_are_rings_of_rows({{1, 1}, {1, 3}, {3, 1}, {3, 16}, {1000, 3}, {1000, 16}});
}

TEST_CASE("bricks of a torus and blocks of a cube are shared by any number of threads",
          "[volume]") {
  const auto* name = GENERATE("torus:70x13x9", "torus:64x3x20", "torus:5x1x30x4", "torus:2x3x7",
                              "hypercube:13", "hhc:10", "torus:3x7x2x2x2x2x2x2x2");
  const auto* scheme = GENERATE("lm-c2", "lm-c3", "lm-c5");
  auto e = experiment(name, scheme, GENERATE("uniform:0..60", "uniform:0..9000"));
  e.goal = {Goal::Kind::steps, 11};
  e.max_steps = 11;
  e.lists_deepest = false;
  auto plan = LiquidPlan::suited(e);
  const bool cube = e.fabric.dimensions() > 4;
  plan.traversal = cube ? LiquidPlan::Traversal::sweep : LiquidPlan::Traversal::parts;
  plan.steps_per_pass = cube ? 1 : 3;
  plan.brick = 4;
  const auto expected = run_steps_generic(e);
  for (const unsigned threads : {1, 2, 3, 7}) {
    plan.threads = threads;
    INFO(name << " " << scheme << " threads " << threads);
    CHECK(same(e, run_liquid(e, {}, plan), expected));
  }
}

TEST_CASE("transfers are counted beyond what 8 bits hold, and taken back", "[volume]") {
  const auto* name = GENERATE("ring:300", "torus:70x60", "torus:6x5x3", "hypercube:7", "hhc:3");
  const auto traversal = GENERATE(LiquidPlan::Traversal::sweep, LiquidPlan::Traversal::parts);
  // C0 never rests, so that every link carries a task a step.
  const auto* scheme = GENERATE("lm-c0", "lm-c4", "lm-c5");
  auto e = experiment(name, scheme, "uniform:0..2000");
  const auto steps = GENERATE(254, 255, 256, 777);
  e.max_steps = steps;
  e.goal = {Goal::Kind::cycles, Cycle{1} << 40};
  const Watch watch = [&](const Progress& p) { return p.at.steps < steps - 1; };
  e.lists_deepest = traversal == LiquidPlan::Traversal::sweep;
  auto plan = LiquidPlan::suited(e);
  plan.traversal = traversal;
  plan.chunk = 64;
  plan.brick = 4;
  plan.steps_per_pass = traversal == LiquidPlan::Traversal::parts ? 16 : 1;
  INFO(name << " " << scheme << " " << steps << " traversal " << static_cast<int>(traversal));
  CHECK(same(e, run_liquid(e, watch, plan), run_steps_generic(e, watch)));
}

TEST_CASE("large fabrics take the plan that suits them, on any number of threads", "[long]") {
  const auto* name =
      GENERATE("ring:1500000", "torus:1100x600", "torus:2x300000", "torus:40x50x300",
               "torus:130x40x64", "hypercube:17", "hhc:14", "torus:3x3x3x3x3x3x3x3x3x3");
  auto e = experiment(name, "lm-c5", "uniform:0..300");
  e.goal = {Goal::Kind::steps, 20};
  e.max_steps = 20;
  e.lists_deepest = GENERATE(false, true);
  const auto expected = run_steps_generic(e);
  CHECK(same(e, run_steps(e), expected));
  for (const unsigned threads : {1, 3}) {
    INFO(name << ", threads " << threads);
    CHECK(same(e, run_steps(e, {}, threads), expected));
  }
}

TEST_CASE("what is no Liquid model on rings is interpreted") {
  CHECK_FALSE(LiquidKernel::fits(experiment("ring:1", "lm-c5", "spike:5")));
  CHECK_FALSE(LiquidKernel::fits(experiment("hypercube:3", "test-pairs", "spike:5")));
  CHECK(LiquidKernel::fits(experiment("hypercube:3", "lm-c5", "spike:5")));
  const auto e = experiment("ring:1", "lm-c5", "spike:5");
  CHECK(same(e, run_steps(e), run_steps_generic(e)));
}

TEST_CASE("a run that becomes longer than the cycles can count ends with an error") {
  auto e = experiment("torus:8x8", "lm-c5", "spike:5");
  constexpr Cycle third = std::numeric_limits<Cycle>::max() / 3;
  e.links[0] = LinkTiming({Rational(250'000'000), third, 0}, e.clock);
  CHECK_THROWS(run_steps_generic(e));
  CHECK_THROWS(run_steps(e));
}
