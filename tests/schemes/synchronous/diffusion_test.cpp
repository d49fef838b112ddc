// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/diffusion.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "models/errors.h"
#include "models/fraction.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/level_law.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::experiment;
using test::free_ends;

namespace {

const std::vector<std::string> everywhere = {
    "ring:1", "ring:2",      "ring:7", "ring:8",   "torus:4x5",  "torus:2x3x3",
    "hhc:2",  "hypercube:4", "mesh:7", "mesh:4x4", "mesh:2x3x3", "mesh:1x3"};
const std::vector<std::string> pairs = {"ring:1",      "ring:2",      "torus:2x2", "torus:1x2x2",
                                        "hypercube:3", "hypercube:5", "mesh:2x2"};

Load truncated(const Rational& value) { return value.numerator() / value.denominator(); }

struct Pair {
  Node a;
  Node b;
};

std::vector<Pair> pairs_of(const Fabric& fabric) {
  std::vector<Pair> list;
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    const auto link = fabric.link(slot);
    if (link && link->from < link->to) list.push_back({link->from, link->to});
  }
  return list;
}

std::vector<Load> loads_after(Experiment e, std::int64_t steps) {
  e.goal = {Goal::Kind::steps, steps};
  e.max_steps = steps;
  return run_steps(e).loads;
}

Load spread(const std::vector<Load>& loads) {
  const auto [min, max] = std::minmax_element(loads.begin(), loads.end());
  return *max - *min;
}

template <class Scheme>
Scheme made(const std::string& text, const std::string& fabric) {
  const auto scheme = SchemeChoice::parse(text).make(Fabric::parse(fabric), 16);
  return dynamic_cast<const Scheme&>(*scheme);
}

std::string refused(const std::string& text, const std::string& fabric = "ring:8") {
  return test::refusal([&] { SchemeChoice::parse(text).make(Fabric::parse(fabric), 16); });
}

/// Up and down again round a ring, 1 a PE.
std::vector<Load> hill(Load radix) {
  std::vector<Load> loads;
  for (Load i = 0; i < radix; ++i) loads.push_back(std::min(i, radix - i));
  return loads;
}

}  // namespace

TEST_CASE("the nearest fraction is the nearest") {
  test::property([] {
    const double value = 1e-9 * *rc::gen::inRange(0, 2'000'000'000);
    const auto most = *rc::gen::inRange<std::int64_t>(1, 60);
    const auto found = nearest_fraction(value, most);
    RC_ASSERT(found.denominator() <= most);
    const double distance = std::abs(boost::rational_cast<double>(found) - value);
    for (std::int64_t under = 1; under <= most; ++under) {
      const double over = std::round(value * static_cast<double>(under));
      RC_ASSERT(distance <= std::abs(over / static_cast<double>(under) - value) + 1e-15);
    }
  });
}

TEST_CASE("the fraction below is the next one") {
  test::property([] {
    const auto most = *rc::gen::inRange<std::int64_t>(1, 40);
    const auto under = *rc::gen::inRange<std::int64_t>(1, most + 1);
    const Rational fraction(*rc::gen::inRange<std::int64_t>(1, 2 * under + 1), under);
    Rational expected = 0;
    for (std::int64_t q = 1; q <= most; ++q) {
      for (std::int64_t p = 0; Rational(p, q) < fraction; ++p) {
        expected = std::max(expected, Rational(p, q));
      }
    }
    RC_ASSERT(fraction_below(fraction, most) == expected);
  });
}

TEST_CASE("a fraction of 20 bits is read exactly, as fraction and as decimal") {
  test::property([] {
    const auto under = *rc::gen::inRange<std::int64_t>(1, max_denominator + 1);
    const auto over = *rc::gen::inRange<std::int64_t>(0, under);
    RC_ASSERT(exact_fraction(static_cast<double>(over) / static_cast<double>(under), "it") ==
              Rational(over, under));
  });
  CHECK(made<Diffusion>("diffusion:alpha=1/4", "ring:8").alpha() == Rational(1, 4));
  CHECK(made<Diffusion>("diffusion:alpha=1/3", "ring:8").alpha() == Rational(1, 3));
  CHECK(made<Diffusion>("diffusion:alpha=0.1", "ring:8").alpha() == Rational(1, 10));
  CHECK(made<Diffusion>("diffusion:alpha=0.436127", "ring:8").alpha() == Rational(436127, 1000000));
  CHECK(made<Diffusion>("diffusion:alpha=999999/1000000", "ring:8").alpha() ==
        Rational(999999, 1000000));
}

TEST_CASE("other parameters are refused") {
  CHECK(test::contains(refused("diffusion:alpha=0.1234567"), "at most six places"));
  CHECK(test::contains(refused("diffusion:alpha=1/1000003"), "1000000"));
  CHECK(test::contains(refused("diffusion2:beta=0.5"), "at least 1"));
  CHECK(test::contains(refused("diffusion2:alpha=0.7"), "does not converge"));
  CHECK(refused("diffusion2:alpha=0.7,beta=1.5").empty());
  const auto* text = GENERATE("diffusion:alpha=1", "diffusion:alpha=-1/4", "diffusion:alpha=1/0",
                              "diffusion:alpha=1/", "diffusion:alpha=/4", "diffusion:alpha=1/4/2",
                              "diffusion:alpha=1.5/4", "diffusion:alpha=x", "diffusion:beta=1",
                              "diffusion2:beta=2", "diffusion:decision=1/2");
  INFO(text);
  CHECK_THROWS_AS(SchemeChoice::parse(text), ValueError);
}

TEST_CASE("without alpha or beta the best for the fabric is taken") {
  for (int d = 1; d <= 8; ++d) {
    CHECK(made<Diffusion>("diffusion", "hypercube:" + std::to_string(d)).alpha() ==
          Rational(1, d + 1));
  }
  CHECK(made<Diffusion>("diffusion", "ring:4").alpha() == Rational(1, 3));
  CHECK(made<Diffusion>("diffusion", "ring:6").alpha() == Rational(2, 5));
  const double pi = std::acos(-1.0);
  CHECK(boost::rational_cast<double>(made<Diffusion>("diffusion", "ring:32").alpha()) ==
        Approx(1 / (3 - std::cos(2 * pi / 32))).margin(1e-6));
  CHECK(boost::rational_cast<double>(made<Diffusion>("diffusion", "torus:8x8").alpha()) ==
        Approx(1 / (5 - std::cos(2 * pi / 8))).margin(1e-6));
  // gamma = (D − 1)/(D + 1) = 3/5, so beta = 2/(1 + 4/5).
  CHECK(made<Diffusion2>("diffusion2", "hypercube:4").beta() == Rational(10, 9));
  CHECK(made<Diffusion2>("diffusion2:alpha=1/5,beta=1.25", "ring:8").beta() == Rational(5, 4));
  // Fully connected, one step of first order is enough; very long rings come close to 2.
  CHECK(made<Diffusion2>("diffusion2", "ring:3").beta() == 1);
  CHECK(made<Diffusion2>("diffusion2", "ring:2").beta() == 1);
  CHECK(made<Diffusion>("diffusion", "ring:10000").alpha() == Rational(499999, 999999));
  CHECK(made<Diffusion>("diffusion", "ring:2147483648").alpha() == Rational(499999, 999999));
  CHECK(made<Diffusion2>("diffusion2", "ring:2147483648").beta() == Rational(1999999, 1000000));
}

TEST_CASE("a step of diffusion is equation 2, truncated on every link") {
  test::property([] {
    const auto name = *rc::gen::elementOf(everywhere);
    const auto fabric = Fabric::parse(name);
    // So small that no PE is asked for more than it holds.
    const std::int64_t parts = fabric.degree() + 2;
    const auto under = *rc::gen::inRange<std::int64_t>(parts, 50);
    const auto over = *rc::gen::inRange<std::int64_t>(1, under / parts + 1);
    const auto most = *rc::gen::element<Load>(3, 30, 100'000);
    const auto loads =
        *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, most));
    const auto scheme = "diffusion:alpha=" + std::to_string(over) + "/" + std::to_string(under);
    const auto e = experiment(name, scheme, loads);
    auto expected = loads;
    for (int step = 1; step <= 4; ++step) {
      const auto now = expected;
      for (const auto& [a, b] : pairs_of(fabric)) {
        const auto flow = truncated(Rational(over, under) * (now[a] - now[b]));
        expected[a] -= flow;
        expected[b] += flow;
      }
      RC_ASSERT(loads_after(e, step) == expected);
    }
  });
}

TEST_CASE("diffusion: no load above the highest or below the lowest, for alpha up to 1/degree") {
  test::property([] {
    const auto name = *rc::gen::elementOf(everywhere);
    const auto fabric = Fabric::parse(name);
    const auto loads =
        *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, 99));
    const auto parts = std::max(2U, fabric.degree()) + *rc::gen::inRange(0U, 3U);
    auto e = experiment(name, "diffusion:alpha=1/" + std::to_string(parts), loads);
    e.max_steps = 50;
    Load max = *std::max_element(loads.begin(), loads.end());
    Load min = *std::min_element(loads.begin(), loads.end());
    run_steps(e, [&](const Progress& p) {
      RC_ASSERT(p.max <= max);
      RC_ASSERT(p.min >= min);
      max = p.max;
      min = p.min;
      return true;
    });
  });
}

TEST_CASE("second order: flows of the last step and of the difference, truncated together") {
  test::property([] {
    const auto name = *rc::gen::elementOf(everywhere);
    const auto fabric = Fabric::parse(name);
    const Rational alpha(1, *rc::gen::inRange<std::int64_t>(2, 9));
    const Rational beta(*rc::gen::inRange<std::int64_t>(10, 20), 10);
    // Loads so high that no PE is asked for more than it holds.
    const auto loads = *rc::gen::container<std::vector<Load>>(
        fabric.nodes(), rc::gen::inRange<Load>(100'000, 100'100));
    const auto scheme = "diffusion2:alpha=1/" + std::to_string(alpha.denominator()) +
                        ",beta=" + std::to_string(beta.numerator()) + "/" +
                        std::to_string(beta.denominator());
    const auto e = experiment(name, scheme, loads);
    auto expected = loads;
    const auto links = pairs_of(fabric);
    std::vector<Load> flows(links.size(), 0);
    for (int step = 1; step <= 5; ++step) {
      const auto now = expected;
      for (std::size_t i = 0; i < links.size(); ++i) {
        const auto difference = now[links[i].a] - now[links[i].b];
        flows[i] = step == 1 ? truncated(alpha * difference)
                             : truncated((beta - 1) * flows[i] + beta * alpha * difference);
        expected[links[i].a] -= flows[i];
        expected[links[i].b] += flows[i];
      }
      RC_ASSERT(loads_after(e, step) == expected);
    }
  });
}

TEST_CASE("second order with beta = 1 is first order") {
  const auto* fabric = GENERATE("ring:9", "torus:4x6", "hypercube:5", "mesh:5x4");
  auto first = experiment(fabric, "diffusion:alpha=0.2,decision=9", "uniform:0..500", 3);
  auto second = experiment(fabric, "diffusion2:alpha=0.2,beta=1,decision=9", "uniform:0..500", 3);
  first.goal = second.goal = {Goal::Kind::steps, 40};
  CHECK(test::same(first, run_steps(first), run_steps(second)));
}

TEST_CASE("diffusion: steps and cycles agree, no task is lost, also for too large an alpha") {
  test::property_of_runs([] {
    test::require_same_at_both_levels(test::random_experiment(
        {"diffusion", "diffusion:alpha=1/3", "diffusion:alpha=0.9,decision=2"}, everywhere));
  });
}

TEST_CASE("second order: steps and cycles agree, no task is lost, also where PEs hold too little") {
  test::property_of_runs([] {
    test::require_same_at_both_levels(test::random_experiment(
        {"diffusion2", "diffusion2:alpha=1/5,beta=1.9", "diffusion2:alpha=0.9,beta=1.5"},
        everywhere));
  });
}

TEST_CASE("Horton's ramps: a slope of 1 never levels out, at any alpha") {
  const auto* scheme = GENERATE("diffusion", "diffusion:alpha=1/3", "diffusion:alpha=1/2",
                                "diffusion:alpha=0.999999", "diffusion2");
  INFO(scheme);
  auto e = experiment("ring:64", scheme, hill(64));
  e.max_steps = 100;
  const auto r = run_steps(e);
  CHECK(r.ending == Ending::step_limit);
  CHECK(r.loads == e.loads);
  CHECK(spread(r.loads) == 32);
  CHECK(count_messages(e.fabric, r.links).transfers == 0);
}

TEST_CASE("a spike runs into ramps as steep as truncation lets them stand") {
  // A difference d stands if alpha·d < 1: 1 at alpha = 1/2, 2 above 1/3, 2 at 1/3, 3 at 1/4.
  const auto [scheme, slope] = GENERATE(table<const char*, Load>({{"diffusion", 2},
                                                                  {"diffusion:alpha=1/3", 2},
                                                                  {"diffusion:alpha=1/4", 3},
                                                                  {"diffusion:alpha=1/10", 9}}));
  INFO(scheme);
  for (const int radix : {16, 32, 64}) {
    auto e = experiment("ring:" + std::to_string(radix), scheme, "spike:1000");
    e.max_steps = 20'000;
    const auto r = run_steps(e);
    CHECK_FALSE(r.to_balance.has_value());
    const auto later = loads_after(e, 20'001);
    CHECK(later == r.loads);
    CHECK(spread(r.loads) == slope * radix / 2);
  }
}

TEST_CASE("hypercube of 64, 100 tasks a PE on one: what truncation leaves") {
  const auto final_spread = [](const char* scheme) {
    auto e = experiment("hypercube:6", scheme, "spike:100");
    e.max_steps = 2000;
    return spread(run_steps(e).loads);
  };
  CHECK(final_spread("diffusion") == 22);
  CHECK(final_spread("diffusion2") == 11);
  CHECK(final_spread("multilevel") == 0);
}

TEST_CASE("a diffusion phase is words, arithmetic of a bit a cycle, and the longest transfer") {
  auto e = free_ends(experiment("ring:3", "diffusion:alpha=1/4", std::vector<Load>{40, 0, 0}));
  e.goal = {Goal::Kind::steps, 1};
  const auto decision = [&](const char* scheme) {
    e.scheme = SchemeChoice::parse(scheme).make(e.fabric, e.load_bits);
    return run_steps(e).spent.decision;
  };
  const Cycle words = 16 + 1;
  const Cycle transfer = 10 * 64 + 1;
  CHECK(run_steps(e).run.cycles == words + 1 + transfer);
  CHECK(decision("diffusion:alpha=1/4") == 1);       // a shift
  CHECK(decision("diffusion:alpha=3/8") == 1 + 2);   // times 3, a shift
  CHECK(decision("diffusion:alpha=1/3") == 1 + 16);  // by 3
  CHECK(decision("diffusion:alpha=2/5") == 1 + 2 + 16);
  CHECK(decision("diffusion:alpha=2/5,decision=1") == 1);
  CHECK(decision("diffusion2:alpha=1/4,beta=1.5") == 1 + 3);       // (4f + 3d)/8
  CHECK(decision("diffusion2:alpha=1/4,beta=1.2") == 1 + 2 + 16);  // (2f + 3d)/10
}

TEST_CASE("multilevel: one step levels every load to within one task") {
  test::property([] {
    const auto name = *rc::gen::elementOf(pairs);
    const auto fabric = Fabric::parse(name);
    const auto most = *rc::gen::element<Load>(2, 5, 100, Load{1} << 43);
    const auto loads =
        *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, most));
    const auto after = loads_after(experiment(name, "multilevel", loads), 1);
    RC_ASSERT(spread(after) <= 1);
    RC_ASSERT(std::accumulate(after.begin(), after.end(), Load{0}) ==
              std::accumulate(loads.begin(), loads.end(), Load{0}));
  });
}

TEST_CASE("multilevel: steps and cycles agree, no task is lost") {
  test::property_of_runs([] {
    test::require_same_at_both_levels(
        test::random_experiment({"multilevel", "multilevel:decision=1"}, pairs));
  });
}

TEST_CASE("multilevel: D(D + 1)/2 words a PE and step, at most D transfers, no task twice a cut") {
  for (int d = 1; d <= 8; ++d) {
    auto e =
        free_ends(experiment("hypercube:" + std::to_string(d), "multilevel", "uniform:0..1000"));
    e.goal = {Goal::Kind::steps, 1};
    const auto counts = count_messages(e.fabric, run_steps(e).links);
    const auto nodes = static_cast<std::int64_t>(e.fabric.nodes());
    CHECK(counts.words == nodes * d * (d + 1) / 2);
    CHECK(counts.transfers <= nodes * d / 2);
  }
  // All of a spike's other half crosses one link of the first cut, half of it one of the second.
  auto e = free_ends(experiment("hypercube:6", "multilevel", "spike:100"));
  CHECK(run_steps(e).run.shifts == 3200 + 1600 + 800 + 400 + 200 + 100);
}
