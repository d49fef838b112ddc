// SPDX-License-Identifier: Apache-2.0
// Henrich's worked examples, Lemma 3 and Theorem 3.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "models/analysis/henrich_examples.h"
#include "models/experiment/theorem_3_bound.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/property.h"

using namespace isobar;
using test::experiment;

namespace {

Load spread(const std::vector<Load>& loads) {
  const auto [min, max] = std::minmax_element(loads.begin(), loads.end());
  return *max - *min;
}

std::vector<Load> after_a_step(const std::string& fabric, const std::vector<Load>& loads) {
  auto e = experiment(fabric, "lm-c5", loads);
  e.goal = {Goal::Kind::steps, 1};
  return run_steps(e).loads;
}

/// Steps after which loads come again under lm-c5, each of them `apart` apart.
std::int64_t period(const std::string& fabric, const std::vector<Load>& loads, Load apart) {
  auto e = experiment(fabric, "lm-c5", loads);
  e.goal = {Goal::Kind::steps, 1000};
  e.max_steps = 1000;
  std::map<std::vector<Load>, std::int64_t> seen;
  std::int64_t found = 0;
  run_steps(e, [&](const Progress& p) {
    REQUIRE(p.max - p.min == apart);
    const auto [first, is_new] = seen.emplace(p.loads, p.at.steps);
    found = p.at.steps - first->second;
    return is_new;
  });
  return found;
}

/// Steps to balance under lm-c5 ÷ Theorem 3's bound; infinite if they are more.
double steps_by_bound(const std::string& name, const std::vector<Load>& loads) {
  auto e = experiment(name, "lm-c5", loads);
  e.max_steps = theorem_3_bound(e.fabric, spread(loads));
  const auto result = run_steps(e);
  if (!result.balanced) return std::numeric_limits<double>::infinity();
  if (result.run.steps == 0) return 0;
  return static_cast<double>(result.run.steps) / static_cast<double>(e.max_steps);
}

/// Definition 2 for every ring by itself.
bool all_rings_balanced(const Fabric& fabric, const std::vector<Load>& loads) {
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    const auto successor = fabric.port(d, Direction::successor);
    if (!successor) continue;
    for (Node node = 0; node < fabric.nodes(); ++node) {
      Node other = node;
      do {
        other = *fabric.neighbour(other, *successor);
        if (loads[node] - loads[other] > 1) return false;
      } while (other != node);
    }
  }
  return true;
}

std::string random_torus() {
  const auto radices = *rc::gen::container<std::vector<int>>(*rc::gen::inRange<std::size_t>(1, 5),
                                                             rc::gen::inRange(1, 5));
  std::string name = "torus:";
  for (const auto radix : radices) name += std::to_string(radix) + "x";
  name.pop_back();
  return name;
}

}  // namespace

TEST_CASE("Figure 2: a transfer along a row of single tasks, and a pair that levels") {
  const auto& example = henrich_figure_2();
  const auto fabric = Fabric::parse(example.fabric);
  REQUIRE(example.before.size() == fabric.nodes());
  CHECK(after_a_step(example.fabric, example.before) == example.after);
  for (Node node = 0; node < fabric.nodes(); ++node) {
    const auto& shifting = example.shifting;
    const bool listed = std::find(shifting.begin(), shifting.end(), node) != shifting.end();
    const Load own = example.before[node];
    CHECK(listed == (own > 0 && own >= example.before[(node + 1) % 8]));
  }
  // P0 to P4: a task less on the left, one more on the idle right, single tasks between.
  CHECK(example.before[4] == 0);
  CHECK(example.after[0] == example.before[0] - 1);
  CHECK(example.after[4] == example.before[4] + 1);
  for (Node node = 1; node < 4; ++node) {
    CHECK(example.before[node] == 1);
    CHECK(example.after[node] == 1);
  }
  // P5 to P7 balance among themselves: nothing comes in, nothing goes out.
  CHECK(std::vector<Load>(example.after.begin() + 5, example.after.end()) ==
        std::vector<Load>(3, 2));
  CHECK(spread({example.before.begin() + 5, example.before.end()}) > 1);
  // On the ring the same change is two transfers of Definition 3 from upper ends to lower ones.
  CHECK(ramps(fabric, 1, example.before) == std::vector<Ramp>{{4, 6}, {7, 0}});
  CHECK(virtual_transfers(fabric, 1, example.before, example.after) ==
        std::vector<VirtualTransfer>{{4, 6}, {7, 0}});
}

TEST_CASE("Figure 3: ramps of six shapes, each with its virtual transfer") {
  const auto& examples = henrich_figure_3();
  REQUIRE(examples.size() == 6);
  double slope = 1000;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const auto& e = examples[i];
    INFO(e.shape);
    const auto fabric = Fabric::parse(e.fabric);
    CHECK(after_a_step(e.fabric, e.before) == e.after);
    CHECK(ramps(fabric, 1, e.before) == std::vector<Ramp>{e.ramp});
    CHECK(virtual_transfers(fabric, 1, e.before, e.after) ==
          std::vector<VirtualTransfer>{{e.ramp.lower, e.ramp.upper}});
    const Load height = e.before[e.ramp.upper] - e.before[e.ramp.lower];
    const auto improvement = improvement_of_maxima(fabric, 1, e.before, e.after);
    const bool upper_row = i < 3;
    if (upper_row) {
      // Ever less steep; the maximum at the ramp's end is reduced.
      const double now = static_cast<double>(height) / (e.ramp.upper - e.ramp.lower);
      CHECK(now < slope);
      slope = now;
      CHECK(improvement.reduced == std::vector<Node>{e.ramp.upper});
      CHECK(improvement.moved.empty());
    } else {
      // The smallest ramp there is; the maximum moves.
      CHECK(height == 1);
      CHECK(e.ramp.upper == e.ramp.lower + 1);
      CHECK(improvement.reduced.empty());
      CHECK(improvement.moved == std::vector<Node>{e.ramp.upper});
    }
  }
}

TEST_CASE("Figure 4a: 3 apart in three dimensions, for ever") {
  const auto& example = henrich_figure_4a();
  CHECK(Fabric::parse(example.fabric).dimensions() == 3);
  CHECK(*std::min_element(example.loads.begin(), example.loads.end()) >= 1);
  CHECK(period(example.fabric, example.loads, 3) == 3);
  const auto fabric = Fabric::parse(example.fabric);
  const auto after = after_a_step(example.fabric, example.loads);
  for (Node node = 0; node < fabric.nodes(); ++node) {
    Node before = node;  // a step turns every ring by one
    for (unsigned d = 1; d <= 3; ++d) {
      before = *fabric.neighbour(before, *fabric.port(d, Direction::successor));
    }
    CHECK(after[node] == example.loads[before]);
  }
}

TEST_CASE("loads of every closed fabric can stay D apart for ever") {
  test::property([] {
    const auto name = random_torus();
    const auto fabric = Fabric::parse(name);
    std::int64_t turns = 1;
    for (const auto radix : fabric.radices()) turns = std::lcm(turns, std::int64_t{radix});
    RC_ASSERT(period(name, loads_apart_for_ever(fabric), fabric.dimensions()) == turns);
  });
}

TEST_CASE("Figure 4b: a balanced torus with an unbalanced ring") {
  const auto& example = henrich_figure_4b();
  const auto fabric = Fabric::parse(example.fabric);
  REQUIRE(example.loads.size() == fabric.nodes());
  CHECK(spread(example.loads) <= fabric.dimensions());
  CHECK(spread({example.loads.begin(), example.loads.begin() + 4}) > 1);
  CHECK_FALSE(all_rings_balanced(fabric, example.loads));
}

TEST_CASE("Lemma 3: a fabric of balanced rings is balanced", "[volume]") {
  int level = 0;
  test::property([&] {
    const auto fabric = Fabric::parse(random_torus());
    // The loads are like Figure 4a's with some changed by one, after which some rings stay
    // balanced.
    auto loads = loads_apart_for_ever(fabric);
    const auto changes = *rc::gen::inRange(0, 4);
    for (int i = 0; i < changes; ++i) {
      loads[*rc::gen::inRange<Node>(0, fabric.nodes())] += *rc::gen::element<Load>(-1, 1);
    }
    if (!all_rings_balanced(fabric, loads)) return;
    ++level;
    RC_ASSERT(spread(loads) <= fabric.dimensions());
  });
  CHECK(level > 40);  // of 100 cases at least
}

TEST_CASE("Theorem 3's bound counts every ring, and ends where numbers do") {
  CHECK(theorem_3_bound(Fabric::parse("ring:8"), 3) == 24);
  CHECK(theorem_3_bound(Fabric::parse("torus:4x1x6"), 5) == 50);
  CHECK(theorem_3_bound(Fabric::parse("hypercube:5"), 2) == 20);
  CHECK(theorem_3_bound(Fabric::parse("ring:1"), 7) == 0);
  CHECK(theorem_3_bound(Fabric::parse("ring:8"), Load{1} << 61) ==
        std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("Theorem 3: all loads of small fabrics") {
  struct All {
    std::string fabric;
    Load most;
    double largest;  ///< steps ÷ the bound
  };
  const auto [name, most, largest] = GENERATE(values<All>({{"ring:5", 4, 3.0 / 10},
                                                           {"ring:6", 4, 5.0 / 12},
                                                           {"ring:7", 3, 5.0 / 14},
                                                           {"ring:8", 3, 7.0 / 16},
                                                           {"torus:2x3", 5, 1.0 / 10},
                                                           {"torus:2x4", 4, 1.0 / 6},
                                                           {"hypercube:2", 6, 1.0 / 10}}));
  INFO(name);
  const auto fabric = Fabric::parse(name);
  std::vector<Load> loads(fabric.nodes(), 1);
  double found = 0;
  for (auto digit = loads.begin(); digit != loads.end();) {
    found = std::max(found, steps_by_bound(name, loads));
    // The next ones, as a number to the base `most` is counted up.
    for (digit = loads.begin(); digit != loads.end() && *digit == most; ++digit) *digit = 1;
    if (digit != loads.end()) ++*digit;
  }
  CHECK(found == Approx(largest));
}

TEST_CASE("Theorem 3: from loads of 1 or more lm-c5 balances within the bound", "[volume]") {
  double largest = 0;
  std::string where;
  test::property([&] {
    const auto name = *rc::gen::weightedOneOf<std::string>(
        {{2, rc::gen::exec(random_torus)},
         {1,
          rc::gen::map(rc::gen::inRange(1, 40), [](int k) { return fmt::format("ring:{}", k); })},
         {1, rc::gen::map(rc::gen::inRange(1, 7),
                          [](int d) { return fmt::format("hypercube:{}", d); })}});
    const auto nodes = Fabric::parse(name).nodes();
    const auto most = 1 + *rc::gen::element<Load>(1, 2, 3, 5, 30);
    auto loads = *rc::gen::container<std::vector<Load>>(
        nodes, rc::gen::element<Load>(1, most, most / 2 + 1));
    // Extremes side by side are what takes longest.
    if (*rc::gen::arbitrary<bool>()) std::sort(loads.begin(), loads.end());
    const double ratio = steps_by_bound(name, loads);
    RC_ASSERT(ratio <= 1);
    if (ratio > largest) where = name;
    largest = std::max(largest, ratio);
  });
  WARN("largest steps / (L_diff * sum of K) of random loads: " << largest << " on " << where);
  CHECK(largest > 0.3);  // the bound was put to the test
  CHECK(largest < 0.5);
}

TEST_CASE("Theorem 3: half a ring 2 above the other half takes K - 1 steps, half of the bound") {
  for (const std::int64_t k : {4, 8, 12, 100, 1024}) {
    std::vector<Load> loads(static_cast<std::size_t>(k), 1);
    std::fill(loads.begin() + k / 2, loads.end(), 3);
    const auto name = fmt::format("ring:{}", k);
    CHECK(run_steps(experiment(name, "lm-c5", loads)).to_balance->steps == k - 1);
    CHECK(theorem_3_bound(Fabric::parse(name), 2) == 2 * k);
  }
}
