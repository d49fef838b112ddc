// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/gde.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "models/errors.h"
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

const std::vector<std::string> everywhere = {"ring:1", "ring:2",    "ring:3",     "ring:7",
                                             "ring:8", "torus:4x5", "torus:2x3",  "hypercube:4",
                                             "hhc:2",  "mesh:4x4",  "mesh:2x3x3", "mesh:7"};

Rational lambda_of(const std::string& text, const std::string& fabric) {
  const auto scheme = SchemeChoice::parse(text).make(Fabric::parse(fabric), 16);
  return dynamic_cast<const GeneralisedDimensionExchange&>(*scheme).lambda();
}

RunResult after(Experiment e, std::int64_t steps) {
  e.goal = {Goal::Kind::steps, steps};
  e.max_steps = steps;
  return run_steps(e);
}

/// The pairs of a fabric's links, colour by colour.
std::vector<std::vector<std::pair<Node, Node>>> pairs_of(const Fabric& fabric) {
  const EdgeColouring colouring(fabric);
  std::vector<std::vector<std::pair<Node, Node>>> colours(colouring.colours().size());
  for (std::size_t colour = 0; colour < colours.size(); ++colour) {
    for (Node i = 0; i < fabric.nodes(); ++i) {
      const auto port = colouring.port(colour, i);
      if (port && *fabric.neighbour(i, *port) > i) {
        colours[colour].emplace_back(i, *fabric.neighbour(i, *port));
      }
    }
  }
  return colours;
}

/// By which the distance from the mean shrinks a step in the long run, for loads that divide
/// without end.
double convergence(const std::string& name, double lambda) {
  const auto fabric = Fabric::parse(name);
  const auto colours = pairs_of(fabric);
  std::vector<double> loads(fabric.nodes());
  for (std::size_t i = 0; i < loads.size(); ++i) {
    loads[i] = std::sin(static_cast<double>(i * i + 1));
  }
  double logarithm = 0;
  constexpr int skipped = 500;
  constexpr int steps = 4000;
  for (int step = 0; step < steps; ++step) {
    const double mean =
        std::accumulate(loads.begin(), loads.end(), 0.0) / static_cast<double>(loads.size());
    double square = 0;
    for (auto& load : loads) {
      load -= mean;
      square += load * load;
    }
    const double norm = std::sqrt(square);
    if (step > skipped) logarithm += std::log(norm);
    for (auto& load : loads) load /= norm;
    for (const auto& colour : colours) {
      for (const auto& [i, j] : colour) {
        const double flux = lambda * (loads[i] - loads[j]);
        loads[i] -= flux;
        loads[j] += flux;
      }
    }
  }
  return std::exp(logarithm / (steps - skipped - 1));
}

}  // namespace

TEST_CASE("a step of gde moves the truncated share of every pair's difference, colour by colour") {
  test::property([] {
    const auto name = *rc::gen::elementOf(everywhere);
    const auto fabric = Fabric::parse(name);
    const auto most = *rc::gen::element<Load>(3, 30, 100'000, Load{1} << 45);
    const auto under = *rc::gen::inRange<std::int64_t>(2, 1000);
    const auto over = *rc::gen::inRange<std::int64_t>(1, under);
    auto loads =
        *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, most));
    const auto text = "gde:lambda=" + std::to_string(over) + "/" + std::to_string(under);
    const auto r = after(experiment(name, text, loads), 1);
    for (const auto& colour : pairs_of(fabric)) {
      for (const auto& [i, j] : colour) {
        const Load flux = (loads[i] - loads[j]) * over / under;  // towards zero, either way
        loads[i] -= flux;
        loads[j] += flux;
      }
    }
    RC_ASSERT(r.loads == loads);
  });
}

TEST_CASE("gde: steps and cycles agree, no task is lost") {
  test::property_of_runs([] {
    test::require_same_at_both_levels(test::random_experiment(
        {"gde", "gde:lambda=1/3", "gde:lambda=0.9", "gde:decision=4"}, everywhere));
  });
}

TEST_CASE("gde with lambda 1/2 is de, number for number") {
  test::property([] {
    auto e = test::random_experiment({"gde:lambda=1/2"}, everywhere);
    const auto generalised = run_steps(e);
    e.scheme = SchemeChoice::parse("de").make(e.fabric, e.load_bits);
    RC_ASSERT(test::same(e, generalised, run_steps(e)));
  });
}

TEST_CASE("under gde ΣL² falls with every step that moves a task, so that tasks come to rest") {
  test::property([] {
    const auto name = *rc::gen::elementOf(everywhere);
    const auto nodes = Fabric::parse(name).nodes();
    const auto most = *rc::gen::element<Load>(2, 20, 1000);
    const auto loads =
        *rc::gen::container<std::vector<Load>>(nodes, rc::gen::inRange<Load>(0, most));
    const auto lambda =
        *rc::gen::element<std::string>("1/10", "1/3", "0.55", "0.9", "999999/1000000");
    auto e = experiment(name, "gde:lambda=" + lambda, loads);
    e.goal = {Goal::Kind::steps, 300};
    e.max_steps = 300;
    Load before = std::inner_product(loads.begin(), loads.end(), loads.begin(), Load{0});
    std::int64_t shifts = 0;
    run_steps(e, [&](const Progress& p) {
      const std::vector<Load> now = p.loads;
      const auto squares = std::inner_product(now.begin(), now.end(), now.begin(), Load{0});
      const bool moved = p.at.shifts > shifts;
      RC_ASSERT((squares < before) == moved);
      RC_ASSERT(squares <= before);
      before = squares;
      shifts = p.at.shifts;
      return true;
    });
  });
}

TEST_CASE("the best lambda where none is given") {
  CHECK(lambda_of("gde", "hypercube:6") == Rational(1, 2));
  CHECK(lambda_of("gde", "ring:4") == Rational(1, 2));
  CHECK(lambda_of("gde", "ring:12") == Rational(2, 3));
  CHECK(lambda_of("gde", "mesh:6") == Rational(2, 3));
  CHECK(lambda_of("gde", "torus:4x12x2") == Rational(2, 3));
  CHECK(lambda_of("gde", "ring:3") == Rational(1, 2));
  CHECK(lambda_of("gde", "ring:1") == Rational(1, 2));
  CHECK(optimal_lambda(Fabric::parse("ring:8")) == Approx(2 - std::sqrt(2.0)));
  CHECK(optimal_lambda(Fabric::parse("mesh:4x4")) == Approx(2 - std::sqrt(2.0)));
  CHECK(optimal_lambda(Fabric::parse("mesh:2x2")) == Approx(0.5));
  // Nearer to 1 than any fraction with six places.
  CHECK(lambda_of("gde", "mesh:10000000") == Rational(999'999, 1'000'000));
}

TEST_CASE("Xu and Lau: on even rings, lines and products the distance shrinks by 2λ − 1 at best") {
  const auto name = GENERATE("ring:6", "ring:8", "ring:16", "mesh:3", "mesh:5", "mesh:8",
                             "torus:6x4", "torus:8x6", "mesh:4x3", "torus:8x2");
  INFO(name);
  const double best = optimal_lambda(Fabric::parse(name));
  const double there = convergence(name, best);
  CHECK(there == Approx(2 * best - 1).margin(0.005));
  CHECK(convergence(name, best - 0.02) > there);
  CHECK(convergence(name, best + 0.02) > there);
}

TEST_CASE("on odd rings lambda is near the best: within 0.015 of its factor") {
  const auto [name, best] = GENERATE(table<const char*, double>({{"ring:5", 0.513},
                                                                 {"ring:7", 0.574},
                                                                 {"ring:9", 0.6235},
                                                                 {"ring:15", 0.723},
                                                                 {"ring:21", 0.7815}}));
  INFO(name);
  const double factor = convergence(name, optimal_lambda(Fabric::parse(name)));
  CHECK(factor < convergence(name, 0.5));
  CHECK(factor - convergence(name, best) < 0.015);
}

TEST_CASE("gde takes as long to decide as arithmetic of a bit a cycle") {
  const auto decision = [](const std::string& scheme) {
    auto e = free_ends(experiment("ring:2", scheme, std::vector<Load>{0, 0}));
    return after(e, 1).run.cycles - 17;
  };
  CHECK(decision("gde:lambda=1/2") == 1);
  CHECK(decision("gde:lambda=3/4") == 1 + 2);
  CHECK(decision("gde:lambda=2/3") == 1 + 2 + 16);
  CHECK(decision("gde:lambda=2/3,decision=5") == 5);
}

TEST_CASE("a lambda that is no fraction, or not below 1, is refused") {
  const auto refused = [](const std::string& text) {
    return test::refusal([&] { SchemeChoice::parse(text).make(Fabric::parse("ring:8"), 16); });
  };
  CHECK(refused("gde:lambda=1").find("lambda must be a number from 0 to 0.999999") !=
        std::string::npos);
  CHECK(refused("gde:lambda=0.12345678").find("lambda must be a fraction") != std::string::npos);
}
