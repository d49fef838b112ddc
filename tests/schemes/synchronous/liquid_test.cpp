// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/liquid.h"

#include <algorithm>
#include <map>

#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/property.h"

using namespace isobar;
using test::experiment;

namespace {

/// Table 1 as it is printed, each condition built on the one that it names.
bool table_1(int condition, Load own, Load predecessor, Load successor) {
  const bool c0 = own > 0;
  const bool c1 = own > 1;
  const bool c2 = c1 || (own == 1 && predecessor > 1);
  const bool level = own >= successor;
  const bool all[] = {c0, c1, c2, c1 && level, c2 && level, c0 && level};
  return all[condition];
}

/// Definition 1, word for word: in every dimension one after the other, the new load of every PE
/// from the conditions of itself and its predecessor.
std::vector<Load> definition_1(int condition, const std::vector<std::uint32_t>& radices,
                               std::vector<Load> loads) {
  std::size_t stride = 1;
  for (const auto radix : radices) {
    const auto moved = [&](std::size_t node, std::int64_t by) {
      const std::size_t c = node / stride % radix;
      const auto there = (static_cast<std::int64_t>(c) + by + radix) % radix;
      return node - c * stride + static_cast<std::size_t>(there) * stride;
    };
    const auto holds = [&](std::size_t i) {
      return table_1(condition, loads[i], loads[moved(i, -1)], loads[moved(i, 1)]);
    };
    auto next = loads;
    for (std::size_t i = 0; radix > 1 && i < loads.size(); ++i) {
      const bool gives = holds(i);
      const bool gets = holds(moved(i, -1));
      if (gets && !gives) next[i] = loads[i] + 1;
      if (!gets && gives) next[i] = loads[i] - 1;
    }
    loads = next;
    stride *= radix;
  }
  return loads;
}

std::vector<Load> loads_after(const Experiment& given, std::int64_t steps) {
  Experiment e = given;
  e.goal = {Goal::Kind::steps, steps};
  e.max_steps = steps;
  return run_steps(e).loads;
}

std::optional<std::int64_t> steps_to_balance(const Experiment& e) {
  const auto result = run_steps(e);
  return result.to_balance ? std::optional(result.to_balance->steps) : std::nullopt;
}

/// Steps after which the loads of a run repeat while not balanced; none if it balances first.
std::optional<std::int64_t> unbalanced_cycle(Experiment e) {
  std::map<std::vector<Load>, std::int64_t> seen;
  std::optional<std::int64_t> period;
  e.goal = {Goal::Kind::balanced, 0};
  run_steps(e, [&](const Progress& p) {
    const auto [first, is_new] = seen.emplace(p.loads, p.at.steps);
    if (!is_new && !p.balanced) period = p.at.steps - first->second;
    return is_new;
  });
  return period;
}

}  // namespace

TEST_CASE("the conditions are those of Table 1") {
  for (int c = 0; c < 6; ++c) {
    for (Load own = 0; own < 6; ++own) {
      for (Load predecessor = 0; predecessor < 6; ++predecessor) {
        for (Load successor = 0; successor < 6; ++successor) {
          INFO("C" << c << " " << predecessor << " " << own << " " << successor);
          REQUIRE(shifts(static_cast<Condition>(c), own, predecessor, successor) ==
                  table_1(c, own, predecessor, successor));
        }
      }
    }
  }
}

TEST_CASE("a condition looks only at the loads that it hears") {
  for (int i = 0; i < 6; ++i) {
    const auto c = static_cast<Condition>(i);
    for (Load own = 0; own < 5; ++own) {
      for (Load other = 0; other < 5; ++other) {
        if (!hears_predecessor(c)) REQUIRE(shifts(c, own, other, 2) == shifts(c, own, 0, 2));
        if (!hears_successor(c)) REQUIRE(shifts(c, own, 2, other) == shifts(c, own, 2, 0));
      }
    }
  }
}

TEST_CASE("a step of a run is a step of Definition 1") {
  test::property([] {
    const auto radices = *rc::gen::container<std::vector<std::uint32_t>>(*rc::gen::inRange(1, 4),
                                                                         rc::gen::inRange(1U, 7U));
    std::string name = "torus:";
    for (const auto radix : radices) name += std::to_string(radix) + "x";
    name.pop_back();
    const auto nodes = Fabric::parse(name).nodes();
    const auto loads = *rc::gen::container<std::vector<Load>>(nodes, rc::gen::inRange<Load>(0, 9));
    const auto condition = *rc::gen::inRange(0, 6);
    auto expected = loads;
    const auto e = experiment(name, "lm-c" + std::to_string(condition), loads);
    for (int step = 1; step <= 4; ++step) {
      expected = definition_1(condition, radices, expected);
      RC_ASSERT(loads_after(e, step) == expected);
    }
  });
}

TEST_CASE("Table 3: a ring of 8, 16 tasks on one PE") {
  const auto e = experiment("ring:8", "lm-c5", "spike:2");
  CHECK(loads_after(e, 7) == std::vector<Load>{9, 1, 1, 1, 1, 1, 1, 1});
  CHECK(loads_after(e, 13) == std::vector<Load>{3, 1, 2, 1, 2, 1, 3, 3});
  CHECK(loads_after(e, 17) == std::vector<Load>{2, 2, 2, 2, 2, 1, 3, 2});
  CHECK(loads_after(e, 18) == std::vector<Load>(8, 2));
  const auto result = run_steps(e);
  CHECK(result.to_share->steps == 7);
  CHECK(result.to_balance->steps == 18);
  CHECK(result.to_balance->shifts == 18);
}

TEST_CASE("a ring is shared after P - 1 steps (Section 5)") {
  const auto p = GENERATE(8, 16, 32, 64, 128, 256, 512, 1024, 2048);
  auto e = experiment("ring:" + std::to_string(p), "lm-c5", "spike:5");
  e.goal = {Goal::Kind::shared, 0};
  CHECK(run_steps(e).to_share->steps == p - 1);
}

TEST_CASE("square tori: C3, C4 and C5 balance in the same number of steps (Section 5)") {
  const auto [k, steps] = GENERATE(table<int, std::int64_t>({{4, 37}, {8, 157}, {16, 637}}));
  const auto name = "torus:" + std::to_string(k) + "x" + std::to_string(k);
  CHECK(steps_to_balance(experiment(name, "lm-c3", "spike:5")) == steps);
  CHECK(steps_to_balance(experiment(name, "lm-c4", "spike:5")) == steps);
  CHECK(steps_to_balance(experiment(name, "lm-c5", "spike:5")) == steps);
}

TEST_CASE("a 32x32 torus: C3 takes one step more than C4 and C5") {
  CHECK(steps_to_balance(experiment("torus:32x32", "lm-c3", "spike:5")) == 2558);
  CHECK(steps_to_balance(experiment("torus:32x32", "lm-c4", "spike:5")) == 2557);
  CHECK(steps_to_balance(experiment("torus:32x32", "lm-c5", "spike:5")) == 2557);
}

TEST_CASE("C0 levels a spike of one task a PE, and turns a higher one in circles for ever") {
  CHECK(steps_to_balance(experiment("ring:8", "lm-c0", "spike:1")) == 7);
  CHECK(unbalanced_cycle(experiment("ring:8", "lm-c0", "spike:2")).has_value());
}

TEST_CASE("C3 leaves some loads 3 apart for ever, C4 and C5 level the same loads") {
  const auto [fabric, load, period] = GENERATE(
      table<const char*, const char*, std::int64_t>({{"torus:6x6", "point:62@0", 6},
                                                     {"torus:6x6", "point:64@0", 1},
                                                     {"torus:5x5", "point:21@0,21@7", 5}}));
  INFO(fabric << " " << load);
  CHECK(unbalanced_cycle(experiment(fabric, "lm-c3", load)) == period);
  CHECK(steps_to_balance(experiment(fabric, "lm-c4", load)).has_value());
  CHECK(steps_to_balance(experiment(fabric, "lm-c5", load)).has_value());
}

TEST_CASE("C5: Lemma 1 and Theorem 2") {
  test::property([] {
    const auto radices = *rc::gen::container<std::vector<std::uint32_t>>(*rc::gen::inRange(1, 4),
                                                                         rc::gen::inRange(1U, 6U));
    std::string name = "torus:";
    for (const auto radix : radices) name += std::to_string(radix) + "x";
    name.pop_back();
    const auto nodes = Fabric::parse(name).nodes();
    const Load least = *rc::gen::inRange<Load>(0, 2);
    const Load most = least + *rc::gen::element<Load>(2, 3, 5, 30);
    const auto loads =
        *rc::gen::container<std::vector<Load>>(nodes, rc::gen::inRange<Load>(least, most));
    auto e = experiment(name, "lm-c5", loads);
    e.max_steps = 100'000;
    Load max = *std::max_element(loads.begin(), loads.end());
    Load min = *std::min_element(loads.begin(), loads.end());
    const auto result = run_steps(e, [&](const Progress& p) {
      RC_ASSERT(p.max <= max);  // Lemma 1
      RC_ASSERT(p.min >= min);
      max = p.max;
      min = p.min;
      return true;
    });
    RC_ASSERT(result.balanced);  // Theorem 2
  });
}

TEST_CASE("Liquid runs on every closed fabric and on no mesh") {
  for (int c = 0; c < 6; ++c) {
    const auto choice = SchemeChoice::parse("lm-c" + std::to_string(c));
    for (const auto* name :
         {"ring:1", "ring:2", "torus:1x3", "torus:5x3", "hypercube:3", "hhc:2"}) {
      CHECK_NOTHROW(choice.make(Fabric::parse(name), 16));
    }
    CHECK_THROWS_AS(choice.make(Fabric::parse("mesh:4x4"), 16), ValueError);
  }
}
