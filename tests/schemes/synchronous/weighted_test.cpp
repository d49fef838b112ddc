// SPDX-License-Identifier: Apache-2.0
// Synchronous schemes by utilization: what weighted=yes means, and where it leads.
#include <algorithm>
#include <numeric>

#include "models/costs/costs.h"
#include "models/costs/synthesized_pes.h"
#include "models/experiment/rtl_parameters.h"
#include "models/measure/utilization.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/capacities.h"
#include "models/schemes/synchronous/diffusion.h"
#include "models/steps/run_steps.h"
#include "models/workloads/random.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/level_law.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/refusal.h"

using namespace isobar;

namespace {

using Speeds = std::vector<Rational>;

const std::vector<std::string> closed = {"ring:2",    "ring:3",      "ring:8", "torus:4x5",
                                         "torus:2x3", "hypercube:4", "hhc:2"};
const std::vector<std::string> everywhere = {"ring:1",    "ring:3",   "ring:8",      "torus:4x5",
                                             "torus:2x3", "mesh:4x4", "hypercube:4", "mesh:7"};
const std::vector<std::string> liquid = {"lm-c3", "lm-c4", "lm-c5"};
const std::vector<std::string> others = {"diffusion", "diffusion:alpha=2/7", "diffusion2", "de",
                                         "gde",       "gde:lambda=0.3"};

std::string weighted(const std::string& scheme) {
  return scheme + (scheme.find(':') == std::string::npos ? ':' : ',') + "weighted=yes";
}

/// `e`, but for its scheme and its machines.
Experiment with(Experiment e, const std::string& scheme, const Speeds& speeds) {
  e.speeds = speeds;
  e.scheme = SchemeChoice::parse(scheme).make(e.fabric, e.load_bits, 1, speeds);
  return e;
}

Experiment run_of(const std::string& fabric, const std::string& scheme, const Speeds& speeds,
                  const std::vector<Load>& loads, std::int64_t steps) {
  auto e = with(test::experiment(fabric, "none", loads), scheme, speeds);
  e.goal = {Goal::Kind::steps, steps};
  e.max_steps = steps;
  return e;
}

/// Speeds of which 120 times the inverse is a whole number.
Speeds any_speeds(Node pes) {
  return *rc::gen::container<Speeds>(pes, rc::gen::element<Rational>(1, 2, 3, 5, 8, 40));
}

std::vector<Load> any_loads(Node pes, Load most) {
  return *rc::gen::container<std::vector<Load>>(pes, rc::gen::inRange<Load>(0, most));
}

/// 120·ΣL²/C.
std::int64_t potential(const std::vector<Load>& loads, const Speeds& speeds) {
  Rational sum = 0;
  for (std::size_t pe = 0; pe < loads.size(); ++pe) sum += loads[pe] * loads[pe] * 120 / speeds[pe];
  return boost::rational_cast<std::int64_t>(sum);
}

double efficiency(const RunResult& result, const Speeds& speeds) {
  return utilization(result.loads, speeds).efficiency().value_or(0);
}

/// Calls `check(e, by_load, weighted)`, a run of either kind, for machines of 1 to 40 drawn from
/// eight seeds on four fabrics.
template <class Check>
void for_machines(const std::vector<std::string>& schemes, std::int64_t steps, const Check& check) {
  for (const auto* fabric : {"ring:16", "torus:4x4", "hypercube:4", "torus:5x4"}) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      auto random = random_stream(seed, "machines");
      const auto pes = Fabric::parse(fabric).pes();
      Speeds speeds;
      std::vector<Load> loads;
      for (Node pe = 0; pe < pes; ++pe) {
        speeds.emplace_back(1 + static_cast<std::int64_t>(random() % 40));
        loads.push_back(static_cast<Load>(random() % 400));
      }
      for (const auto& scheme : schemes) {
        INFO(scheme << " on " << fabric << ", seed " << seed);
        const auto e = run_of(fabric, weighted(scheme), speeds, loads, steps);
        check(e, run_steps(run_of(fabric, scheme, speeds, loads, steps)), run_steps(e));
      }
    }
  }
}

}  // namespace

TEST_CASE("capacities are the speeds in whole numbers as small as can be") {
  using List = std::vector<std::int64_t>;
  CHECK(capacities({}).empty());
  CHECK(capacities({Rational(3, 2), Rational(3, 2)}) == List{1, 1});
  CHECK(capacities({Rational(1, 2), Rational(4, 3), 6}) == List{3, 8, 36});
  CHECK(capacities({4, 40, 12}) == List{1, 10, 3});
  const auto most = Rational((std::int64_t{1} << most_capacity_bits) - 1);
  CHECK(capacities({1, most}) == List{1, most.numerator()});
  const Speeds without_common_parts = {Rational(1, 999'983), Rational(1, 999'979),
                                       Rational(1, 999'961), Rational(1, 999'959)};
  for (const auto& speeds : {Speeds{1, most + 1}, without_common_parts}) {
    CHECK(test::refusal([&] { (void)capacities(speeds); }).find("at most 40 bits") !=
          std::string::npos);
  }
}

TEST_CASE("weighted with machines that are alike is the scheme as it is, number for number") {
  test::property([] {
    const bool rings = *rc::gen::arbitrary<bool>();
    const auto scheme = *rc::gen::elementOf(rings ? liquid : others);
    const auto plain = test::random_experiment({scheme}, rings ? closed : everywhere);
    const auto speed = *rc::gen::element<Rational>(1, Rational(3, 2));
    const bool told = *rc::gen::arbitrary<bool>();
    const Speeds speeds(told ? plain.fabric.pes() : 0, speed);
    RC_ASSERT(test::same(plain, run_steps(with(plain, weighted(scheme), speeds)),
                         run_steps(with(plain, scheme, speeds))));
  });
}

TEST_CASE("weighted: steps and cycles agree, no task is lost") {
  test::property_of_runs([] {
    const bool rings = *rc::gen::arbitrary<bool>();
    const auto scheme = *rc::gen::elementOf(rings ? liquid : others);
    const auto plain = test::random_experiment({scheme}, rings ? closed : everywhere);
    const auto speeds = *rc::gen::container<Speeds>(
        plain.fabric.pes(),
        rc::gen::element<Rational>(1, Rational(1, 3), Rational(7, 2), 40, 1000));
    test::require_same_at_both_levels(with(plain, weighted(scheme), speeds));
  });
}

TEST_CASE(
    "weighted: ΣL²/C falls with every step that moves a task, and at rest no two neighbours "
    "are further apart than what is truncated") {
  test::property([] {
    const auto name = *rc::gen::elementOf(everywhere);
    const auto fabric = Fabric::parse(name);
    const auto degree = static_cast<std::int64_t>(fabric.degree());
    // What goes over a link is less than this part of a difference, which bounds what stays.
    const auto [scheme, part] = *rc::gen::elementOf(std::vector<std::pair<std::string, Rational>>{
        {"de", Rational(1, 2)},
        {"gde:lambda=3/4", Rational(3, 4)},
        {"gde:lambda=0.3", Rational(3, 10)},
        {"diffusion:alpha=1/" + std::to_string(degree + 2), Rational(1, degree + 2)},
        {"diffusion:alpha=1/10", Rational(1, 10)}});
    const auto speeds = any_speeds(fabric.pes());
    const auto loads = any_loads(fabric.pes(), *rc::gen::element<Load>(3, 50, 1000));
    const auto e = run_of(name, weighted(scheme), speeds, loads, 3000);
    auto before = potential(loads, speeds);
    std::int64_t shifts = 0;
    bool moved = false;
    const auto result = run_steps(e, [&](const Progress& p) {
      const auto now = potential(p.loads, speeds);
      moved = p.at.shifts > shifts;
      RC_ASSERT((now < before) == moved);
      RC_ASSERT(now <= before);
      before = now;
      shifts = p.at.shifts;
      return moved || p.at.steps == 0;
    });
    RC_ASSERT(!moved || fabric.degree() == 0);
    for (Node node = 0; node < fabric.pes(); ++node) {
      for (unsigned port = 0; port < fabric.degree(); ++port) {
        const auto other = fabric.neighbour(node, port);
        if (!other) continue;
        const Rational apart =
            result.loads[node] / speeds[node] - result.loads[*other] / speeds[*other];
        RC_ASSERT(2 * part * apart < 1 / speeds[node] + 1 / speeds[*other]);
      }
    }
  });
}

TEST_CASE("weighted schemes use machines of 1 to 40 better than by load") {
  std::vector<std::string> all = {"diffusion", "diffusion2", "de", "gde"};
  for_machines(all, 2000, [](const Experiment& e, const RunResult& by_load, const RunResult& r) {
    CHECK(efficiency(by_load, e.speeds) < 0.5);
    CHECK(efficiency(r, e.speeds) > 0.8);
  });
}

TEST_CASE("weighted Liquid ends within three tasks of the slowest machine") {
  for_machines(liquid, 2000, [](const Experiment& e, const RunResult& by_load, const RunResult& r) {
    CHECK(efficiency(by_load, e.speeds) < 0.5);
    CHECK(efficiency(r, e.speeds) > 0.9);
    const auto used = utilization(r.loads, e.speeds);
    const auto slowest = *std::min_element(e.speeds.begin(), e.speeds.end());
    CHECK((used.max - used.min) * boost::rational_cast<double>(slowest) < 3);
  });
}

TEST_CASE("a run to an efficiency ends at the first step end that has it, at both levels") {
  test::property_of_runs([] {
    const auto scheme = *rc::gen::element<std::string>("de:weighted=yes", "lm-c5:weighted=yes",
                                                       "lm-c5", "diffusion");
    const auto fabric = *rc::gen::elementOf(closed);
    const auto pes = Fabric::parse(fabric).pes();
    auto e = run_of(fabric, scheme, any_speeds(pes), any_loads(pes, 60), 40);
    e.goal = {Goal::Kind::efficiency, 0, *rc::gen::element(0.0, 0.3, 0.6, 0.9, 1.0)};
    test::require_same_at_both_levels(e);
    std::int64_t first = e.max_steps;
    auto all = e;
    all.goal = {Goal::Kind::steps, e.max_steps};
    run_steps(all, [&](const Progress& p) {
      const auto now = utilization(p.loads, e.speeds).efficiency();
      if (now.value_or(1) < e.goal.efficiency) return true;
      first = p.at.steps;
      return false;
    });
    RC_ASSERT(run_steps(e).run.steps == first);
  });
}

TEST_CASE("a pair in weighted dimension exchange has its tasks in proportion at once") {
  const auto after = [](const std::string& scheme, const std::vector<Load>& loads) {
    return run_steps(run_of("ring:2", scheme, {3, Rational(1, 2)}, loads, 1)).loads;
  };
  using Loads = std::vector<Load>;
  CHECK(after("de:weighted=yes", {0, 70}) == Loads{60, 10});
  CHECK(after("de:weighted=yes", {0, 71}) == Loads{60, 11});
  CHECK(after("de:weighted=yes", {71, 0}) == Loads{61, 10});
  CHECK(after("gde:lambda=1/4,weighted=yes", {0, 70}) == Loads{30, 40});
  CHECK(after("diffusion:alpha=1/4,weighted=yes", {0, 70}) == Loads{30, 40});
  // One that moves a task at a time: 6/3 against 1/(1/2), equal, and all shift.
  CHECK(after("lm-c5:weighted=yes", {6, 1}) == Loads{6, 1});
  CHECK(after("lm-c5:weighted=yes", {7, 1}) == Loads{6, 2});
  CHECK(after("lm-c5:weighted=yes", {5, 1}) == Loads{6, 0});
  CHECK(after("lm-c3:weighted=yes", {5, 1}) == Loads{5, 1});
}

TEST_CASE("the default alpha of weighted diffusion converges whatever the capacities") {
  const auto alpha = [](const std::string& fabric, const Speeds& speeds) {
    const auto scheme =
        SchemeChoice::parse("diffusion:weighted=yes").make(Fabric::parse(fabric), 16, 1, speeds);
    return dynamic_cast<const Diffusion&>(*scheme).alpha();
  };
  Speeds speeds(81, Rational(2));
  CHECK(alpha("torus:3x3x3x3", speeds) == Rational(2, 15));  // the best, above 1/degree
  speeds[5] = 1;
  CHECK(alpha("torus:3x3x3x3", speeds) == Rational(1, 8));
  CHECK(alpha("hypercube:2", {1, 2, 3, 4}) == Rational(1, 3));
}

TEST_CASE("what a weighted decision takes, a bit a cycle") {
  const auto decision = [](const std::string& scheme, const Speeds& speeds) {
    return run_of("ring:2", scheme, speeds, {1, 1}, 1).scheme->phases()[0].decision;
  };
  const Speeds alike = {Rational(3, 2), Rational(3, 2)};
  const Speeds apart = {1, 40};  // six bits
  CHECK(decision("lm-c5:weighted=yes", alike) == 1);
  CHECK(decision("lm-c5:weighted=yes", apart) == 13);
  CHECK(decision("de:weighted=yes", alike) == 1);
  CHECK(decision("de:weighted=yes", apart) == 1 + 12 + 16);
  CHECK(decision("gde:lambda=3/4,weighted=yes", apart) == 1 + 12 + 2 + 16);
  CHECK(decision("diffusion:alpha=1/4,weighted=yes", apart) == 1 + 12 + 16);
  CHECK(decision("diffusion:alpha=1/4,weighted=yes", {}) == 1);
  CHECK(decision("diffusion:alpha=1/4,decision=5,weighted=yes", apart) == 5);
}

TEST_CASE("there is no RTL of weighted Liquid, and no cost is claimed from it") {
  auto e = test::experiment("torus:4x4", "lm-c5", std::string("spike:3"));
  e.queue_depth = synthesized_queue_depth;
  const auto plain = hardware_cost(e);
  CHECK(plain.basis == CostBasis::synthesized);
  Speeds speeds(16, Rational(1));
  speeds[3] = 40;
  e = with(e, "lm-c5:weighted=yes", speeds);
  const auto cost = hardware_cost(e);
  CHECK(cost.basis == CostBasis::estimated);
  CHECK(cost.total.luts > plain.total.luts);
  CHECK(
      test::refusal([&] { (void)RtlParameters::of(e, {}); }) ==
      "only the Liquid model, dimension exchange, averaging by equal portions, HHC algorithm B and "
      "work stealing exist as RTL: lm-c0 to lm-c5, de, nna-portions and hhc-b, not weighted, and "
      "steal:victims=nearest, ring or xorshift");
}

TEST_CASE("conditions that compare with no neighbour's load cannot be weighted") {
  for (const auto* scheme : {"lm-c0", "lm-c1", "lm-c2"}) {
    CHECK_THROWS_AS(SchemeChoice::parse(weighted(scheme)), ValueError);
  }
}

TEST_CASE("products beyond the arithmetic are refused") {
  const auto make = [](const std::string& scheme, std::int64_t bits) {
    SchemeChoice::parse(scheme).make(Fabric::parse("ring:2"), bits, 1, {1, 999'983'000'001});
  };
  const std::string fine = "diffusion2:weighted=yes,alpha=0.499979,beta=1.999961";
  CHECK_NOTHROW(make(fine, 16));
  CHECK(test::refusal([&] { make(fine, 62); }).find("allowed: 126") != std::string::npos);
  CHECK_NOTHROW(make("diffusion2:weighted=yes,alpha=1/4,beta=3/2", 62));
}
