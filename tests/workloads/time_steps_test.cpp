// SPDX-License-Identifier: Apache-2.0
// Applications in time steps: phases and producer (Lüling and Monien, Sections 3 and 7).
#include <algorithm>
#include <map>

#include "models/executor/application_run.h"
#include "models/pe/fabric_model.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/property.h"
#include "tests/support/run_application.h"

using namespace isobar;

namespace {

Experiment with(const std::string& application, const std::string& fabric,
                const std::string& scheme, Goal goal, std::uint64_t seed = 3) {
  auto e = test::experiment(fabric, scheme, std::vector<Load>(Fabric::parse(fabric).nodes(), 0));
  const auto nodes = e.fabric.nodes();
  e.application = [=] { return test::make_application(application, nodes, seed); };
  e.queue_depth = 1 << 16;
  e.goal = goal;
  e.max_steps = 1'000'000;
  return e;
}

std::int64_t generated(const std::string& application, Node nodes, std::uint64_t seed) {
  const auto made = test::make_application(application, nodes, seed);
  std::int64_t sum = 0;
  for (std::int64_t step = 0; step < made->time_steps(); ++step) {
    for (Node node = 0; node < nodes; ++node) sum += made->turn(node).generates;
  }
  return sum;
}

}  // namespace

TEST_CASE("phases draw what their ranges say, for as long as they say") {
  const auto never = test::make_application("phases:gl=0,gh=0,cl=1,ch=1", 2);
  for (int step = 0; step < 500; ++step) {
    const auto turn = never->turn(1);
    CHECK(turn.generates == 0);
    CHECK(turn.consumes == 1);
  }
  // 64 PEs for 500 steps: generated 0.5 a step on average, and consumed 0.4.
  const auto usual = test::make_application("phases", 64, 9);
  double generates = 0;
  double consumes = 0;
  for (int step = 0; step < 500; ++step) {
    for (Node node = 0; node < 64; ++node) {
      const auto turn = usual->turn(node);
      generates += static_cast<double>(turn.generates) / 64 / 500;
      consumes += static_cast<double>(turn.consumes) / 64 / 500;
    }
  }
  // About 128 phases: standard deviations of 0.02 and 0.015.
  CHECK(generates == Approx(0.5).margin(0.08));
  CHECK(consumes == Approx(0.4).margin(0.06));
}

TEST_CASE("a phase lasts from its start to its end, both among its steps") {
  // Probabilities of 0 or 1 alone would show the ends; here g is drawn anew with each phase, so in
  // phases of one step a PE generates as in independent draws of g and then of a packet.
  const auto made = test::make_application("phases:lenl=9,lenh=9,gl=0,gh=1,cl=0,ch=0", 1, 4);
  // Within ten steps of one phase draws depend on each other; over phase ends they do not.
  double inside = 0;
  double across = 0;
  constexpr int phases = 20'000;
  double last = 0;
  for (int phase = 0; phase < phases; ++phase) {
    std::vector<double> steps;
    steps.reserve(10);
    for (int step = 0; step < 10; ++step) {
      steps.push_back(static_cast<double>(made->turn(0).generates) - 0.5);
    }
    inside += steps[0] * steps[9] / phases;
    across += last * steps[0] / phases;
    last = steps[9];
  }
  // E((g − 1/2)²) = 1/12 for one g, else 0; standard deviations of 0.0018.
  CHECK(inside == Approx(1.0 / 12).margin(0.008));
  CHECK(across == Approx(0).margin(0.008));
}

TEST_CASE("what a PE draws is its own and the seed's") {
  const auto small = test::make_application("phases", 2, 5);
  const auto large = test::make_application("phases", 9, 5);
  const auto other = test::make_application("phases", 2, 6);
  int differ = 0;
  for (int step = 0; step < 300; ++step) {
    large->turn(0);
    const auto a = small->turn(1);
    const auto b = large->turn(1);
    CHECK(a.generates == b.generates);
    CHECK(a.consumes == b.consumes);
    differ += other->turn(1).generates != a.generates ? 1 : 0;
  }
  CHECK(differ > 0);
}

TEST_CASE("a pattern is the same load whatever the run's seed is") {
  const auto of_seed = test::make_application("phases", 2, 7);
  const auto same = test::make_application("phases:pattern=7", 2, 5);
  const auto other = test::make_application("phases:pattern=8", 2, 7);
  int differ = 0;
  for (int step = 0; step < 300; ++step) {
    const auto a = of_seed->turn(1);
    const auto b = same->turn(1);
    CHECK(a.generates == b.generates);
    CHECK(a.consumes == b.consumes);
    differ += other->turn(1).generates != a.generates ? 1 : 0;
  }
  CHECK(differ > 0);
}

TEST_CASE("a producer generates on its PE alone") {
  const auto made = test::make_application("producer:pe=2,g=1", 4);
  for (int step = 0; step < 10; ++step) {
    for (Node node = 0; node < 4; ++node) {
      const auto turn = made->turn(node);
      CHECK(turn.generates == (node == 2 ? 1 : 0));
      CHECK(turn.consumes == 0);
    }
  }
  CHECK(test::application_refusal("producer:pe=4", 4) == "producer: pe=4; there are PEs 0 to 3");
  CHECK(test::application_refusal("phases:gl=0.5,gh=0.4") == "phases: gl=0.5 is above gh=0.4");
}

TEST_CASE("without balancing, a PE generates and consumes once a step, and never falls behind") {
  constexpr auto text = "phases:gl=1,gh=1,cl=1,ch=1,steps=50,step=10";
  const auto e = with(text, "ring:4", "none", {Goal::Kind::cycles, 500});
  const auto result = run_steps(e, {});
  CHECK(result.application->created == 200);
  CHECK(result.application->executed == 200);
  // The last is done in the last cycle of its step.
  CHECK(result.application->finished == 500);
}

TEST_CASE("after the time steps what is left is worked off") {
  constexpr auto text = "producer:steps=40,step=20";
  for (const char* scheme : {"none", "lm-c5", "nna"}) {
    INFO(scheme);
    const auto result = run_steps(with(text, "ring:4", scheme, {Goal::Kind::finished, 0}), {});
    CHECK(result.ending == Ending::goal);
    CHECK(result.application->executed == 40);
    CHECK(*result.application->finished > 40 * 20 - 20);
    CHECK(result.application->alone == 0);
  }
}

TEST_CASE("applications in time steps are the same at steps and cycles, and lose nothing") {
  test::property([](bool) {
    const auto scheme =
        *rc::gen::element<std::string>("none", "lm-c5", "lm-c2", "nna", "diffusion", "de");
    const auto fabric = *rc::gen::element<std::string>("ring:5", "torus:3x2", "hypercube:3");
    const auto steps = *rc::gen::inRange(1, 30);
    const auto text = *rc::gen::element<std::string>("phases:lenl=3,lenh=9,", "producer:g=0.7,") +
                      "steps=" + std::to_string(steps) +
                      ",step=" + std::to_string(*rc::gen::element(4, 11, 100, 400));
    const auto seed = *rc::gen::inRange<std::uint64_t>(1, 1000);
    const auto goal =
        *rc::gen::element(Goal{Goal::Kind::finished, 0}, Goal{Goal::Kind::cycles, 1500});
    auto e = with(text, fabric, scheme, goal, seed);
    e.max_steps = 3000;
    const auto at_steps = run_steps(e, {});
    const auto at_cycles = test::run_forked(e);
    RC_ASSERT(test::same(e, at_cycles.result, at_steps));
    const auto& application = *at_steps.application;
    for (const auto& account : application.executor_counters) {
      RC_ASSERT(account.total() == at_steps.run.cycles);
    }
    if (goal.kind == Goal::Kind::finished && at_steps.ending == Ending::goal) {
      RC_ASSERT(application.executed == generated(text, e.fabric.nodes(), seed));
    }
  });
}

TEST_CASE("message-driven schemes balance applications in time steps, and lose nothing") {
  for (const char* scheme : {"rid", "sid", "steal"}) {
    INFO(scheme);
    constexpr auto text = "phases:lenl=5,lenh=20,steps=60,step=200";
    auto e = with(text, "torus:3x3", "none", {Goal::Kind::finished, 0});
    e.scheme = nullptr;
    e.agents = SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 3);
    e.max_cycles = 1'000'000;
    const auto outcome = test::run_forked(e);
    CHECK(outcome.result.ending == Ending::goal);
    CHECK(outcome.result.application->executed == generated(text, 9, 3));
    CHECK(*outcome.result.application->finished > 11'800);
  }
}
