// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/nna.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/level_law.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"

using namespace isobar;
using test::experiment;
using test::free_ends;

namespace {

Load round(const Rational& value, bool up) {
  const Load down = value.numerator() / value.denominator();  // of what is not negative
  return up && value != down ? down + 1 : down;
}

struct Neighbour {
  std::size_t node;
  bool successor;
};

std::vector<Neighbour> neighbours_of(const Fabric& fabric, std::size_t node) {
  std::vector<Neighbour> list;
  for (unsigned p = 0; p < fabric.degree(); ++p) {
    if (const auto there = fabric.neighbour(static_cast<Node>(node), p)) {
      list.push_back({*there, fabric.ports()[p].direction == Direction::successor});
    }
  }
  return list;
}

/// Equation 4 as it is printed, with fractions, and its sign turned: what i gives each neighbour.
std::vector<Load> equation_4(const Fabric& fabric, const std::vector<Load>& loads) {
  auto next = loads;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const auto delta = neighbours_of(fabric, i);
    Rational mean = loads[i];
    for (const auto& j : delta) mean += loads[j.node];
    mean /= static_cast<Load>(delta.size()) + 1;
    const auto h = [&](const Neighbour& j) {
      return std::max(Rational(0), mean - Rational(loads[j.node]));
    };
    Rational all = 0;
    for (const auto& j : delta) all += h(j);
    if (mean >= loads[i]) continue;
    Load left = round(Rational(loads[i]) - mean, true);
    for (const auto& j : delta) {
      const auto share = std::min(left, round((loads[i] - mean) * h(j) / all, j.successor));
      left -= share;
      next[i] -= share;
      next[j.node] += share;
    }
  }
  return next;
}

/// Equation 5 on every link, both ways, and the difference made whole. A PE that holds less than
/// the sum gives to its first ports only.
std::vector<Load> equation_5(const Fabric& fabric, const std::vector<Load>& loads) {
  auto next = loads;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const auto delta = neighbours_of(fabric, i);
    const auto parts = static_cast<Load>(delta.size()) + 1;
    Load left = loads[i];
    for (const auto& j : delta) {
      const Rational net = Rational(loads[i], parts) - Rational(loads[j.node], parts);
      const Load share = net > 0 ? std::min(left, round(net, j.successor)) : 0;
      left -= share;
      next[i] -= share;
      next[j.node] += share;
    }
  }
  return next;
}

std::vector<Load> after_one_step(Experiment e) {
  e.goal = {Goal::Kind::steps, 1};
  e.max_steps = 1;
  return run_steps(e).loads;
}

const std::vector<std::string> closed = {"ring:1",    "ring:2",      "ring:3", "ring:8",
                                         "torus:3x4", "torus:2x5x3", "hhc:2",  "torus:1x5",
                                         "torus:5x5", "hypercube:4"};
const std::vector<std::string> everywhere = {"ring:1",      "ring:2",  "ring:7",   "torus:4x5",
                                             "hypercube:4", "hhc:2",   "mesh:4x4", "mesh:2x3x3",
                                             "mesh:7",      "mesh:1x3"};

}  // namespace

TEST_CASE("a step of nna is equation 4 by all PEs at once") {
  test::property([] {
    const auto name = *rc::gen::elementOf(everywhere);
    const auto fabric = Fabric::parse(name);
    const auto most = *rc::gen::element<Load>(3, 30, 100'000);
    const auto loads =
        *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, most));
    RC_ASSERT(after_one_step(experiment(name, "nna", loads)) == equation_4(fabric, loads));
  });
}

TEST_CASE("nna is exact with the largest loads") {
  // Shares of 2^47 tasks, by hand: mean 2^47/3 on three PEs.
  const Load most = Load{1} << 47;
  const auto loads = after_one_step(experiment("ring:3", "nna", std::vector<Load>{most, 0, 0}));
  CHECK(loads == std::vector<Load>{most - 2 * (most / 3) - 1, most / 3 + 1, most / 3});
  const auto step = [](std::vector<Load> from) {
    return after_one_step(experiment("ring:3", "nna", std::move(from)));
  };
  CHECK(step({100'000'000'000'000, 7, 33'333'333'333'333}) ==
        std::vector<Load>{44'444'444'444'447, 44'444'444'444'447, 44'444'444'444'446});
  CHECK(step({140'737'488'355'327, 12'345'678'901'234, 98'765'432'109}) ==
        std::vector<Load>{51'060'644'229'557, 51'060'644'229'557, 51'060'644'229'556});
  CHECK(step({99'999'999'999'999, 99'999'999'999'989, 3}) ==
        std::vector<Load>{66'666'666'666'664, 66'666'666'666'663, 66'666'666'666'664});
}

TEST_CASE("a step of nna-portions is equation 5, net of the opposed transfer") {
  test::property([] {
    const auto name = *rc::gen::elementOf(closed);
    const auto fabric = Fabric::parse(name);
    const auto most = *rc::gen::element<Load>(3, 30, 100'000);
    const auto loads =
        *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, most));
    RC_ASSERT(after_one_step(experiment(name, "nna-portions", loads)) == equation_5(fabric, loads));
  });
}

TEST_CASE("nna: steps and cycles agree, no task is lost") {
  test::property_of_runs([] {
    test::require_same_at_both_levels(
        test::random_experiment({"nna", "nna:decision=1"}, everywhere));
  });
}

TEST_CASE("nna-portions: steps and cycles agree, no task is lost") {
  test::property_of_runs([] {
    test::require_same_at_both_levels(
        test::random_experiment({"nna-portions", "nna-portions:decision=7"}, closed));
  });
}

TEST_CASE("Table 3's ring: nna needs 27 shifts, equal portions the paper's 24") {
  const auto nna = run_steps(experiment("ring:8", "nna", "spike:2"));
  CHECK(nna.to_balance->shifts == 27);
  CHECK(nna.to_share->shifts == 22);
  const auto portions = run_steps(experiment("ring:8", "nna-portions", "spike:2"));
  CHECK(portions.to_balance->shifts == 24);
  CHECK(portions.to_share->shifts == 19);
}

TEST_CASE("Figure 5 at 2,048 PEs: 65,184 shifts to balance, 46,533 to share", "[long]") {
  auto e = experiment("ring:2048", "nna", "spike:5");
  e.max_steps = 100'000;
  const auto r = run_steps(e);
  CHECK(r.to_balance->shifts == 65'184);
  CHECK(r.to_share->shifts == 46'533);
  CHECK(r.to_balance->steps == 22'676);
  CHECK(static_cast<double>(r.to_balance->shifts) / 17'857 == Approx(3.65).margin(0.005));
  CHECK(static_cast<double>(r.to_share->shifts) / 2'047 == Approx(22.7).margin(0.05));
}

TEST_CASE("Figure 5 at 2,048 PEs with equal portions: 2.43 and 13.9 times Liquid's", "[long]") {
  auto e = experiment("ring:2048", "nna-portions", "spike:5");
  e.max_steps = 100'000;
  const auto r = run_steps(e);
  CHECK(r.to_balance->shifts == 43'444);
  CHECK(r.to_share->shifts == 28'352);
  CHECK(static_cast<double>(r.to_balance->shifts) / 17'857 == Approx(2.43).margin(0.005));
  CHECK(static_cast<double>(r.to_share->shifts) / 2'047 == Approx(13.9).margin(0.05));
}

TEST_CASE("nna need not end: a ring of 24 with five tasks a PE stays 2 apart for ever") {
  auto e = experiment("ring:24", "nna", "spike:5");
  std::vector<std::vector<Load>> seen;
  bool repeats = false;
  const auto r = run_steps(e, [&](const Progress& p) {
    const std::vector<Load> loads = p.loads;
    repeats = std::find(seen.begin(), seen.end(), loads) != seen.end();
    if (repeats) CHECK(p.max - p.min == 2);
    seen.push_back(loads);
    return !repeats;
  });
  CHECK(repeats);
  CHECK_FALSE(r.to_balance.has_value());
}

TEST_CASE("equal portions swing for ever in several dimensions, where nna levels the loads") {
  const auto [fabric, load] = GENERATE(
      table<const char*, const char*>({{"torus:16x16", "spike:5"}, {"hypercube:6", "spike:100"}}));
  auto e = experiment(fabric, "nna-portions", load);
  e.max_steps = 500;
  CHECK_FALSE(run_steps(e).to_balance.has_value());
  e.goal = {Goal::Kind::steps, 100};
  const auto at_100 = run_steps(e).loads;
  e.goal.count = 101;
  CHECK(run_steps(e).loads != at_100);
  e.goal.count = 102;
  CHECK(run_steps(e).loads == at_100);
  CHECK(run_steps(experiment(fabric, "nna", load)).to_balance.has_value());
}

TEST_CASE("on a mesh nna's rounding leaves ramps that rise towards the successors") {
  auto e = experiment("mesh:8x8", "nna", "spike:5");
  const auto r = run_steps(e);
  CHECK(r.ending == Ending::step_limit);
  CHECK(r.loads.front() == 3);
  CHECK(r.loads.back() == 7);
}

TEST_CASE("an averaging phase is words, arithmetic of a bit a cycle, and the longest transfer") {
  // 30 tasks on one PE of a ring of 3: 10 go each way.
  auto e = free_ends(experiment("ring:3", "nna", std::vector<Load>{30, 0, 0}));
  e.goal = {Goal::Kind::steps, 1};
  const Cycle words = 16 + 1;
  const Cycle transfer = 10 * 64 + 1;
  CHECK(run_steps(e).run.cycles == words + (1 + (16 + 2) + 16) + transfer);
  CHECK(run_steps(e).run.shifts == 10 + 10);
  const auto with = [&](const char* scheme) {
    e.scheme = SchemeChoice::parse(scheme).make(e.fabric, e.load_bits);
    return run_steps(e).run.cycles - words - transfer;
  };
  CHECK(with("nna:decision=1") == 1);
  CHECK(with("nna-portions") == 1 + 16);
  CHECK(with("nna-portions:decision=3") == 3);
  // Three portions need a division; four do not.
  auto square = free_ends(experiment("hypercube:3", "nna-portions", std::vector<Load>(8, 1)));
  square.goal = {Goal::Kind::steps, 1};
  CHECK(run_steps(square).run.cycles == words + 1);
}

TEST_CASE("every PE tells all its neighbours its load once a step") {
  auto e = free_ends(experiment("mesh:4x4", "nna", "spike:3"));
  e.goal = {Goal::Kind::steps, 5};
  e.max_steps = 5;
  CHECK(count_messages(e.fabric, run_steps(e).links).words ==
        5 * static_cast<std::int64_t>(e.fabric.link_count()));
}

TEST_CASE("equal portions are refused where PEs have unequally many neighbours") {
  CHECK_THROWS_AS(SchemeChoice::parse("nna-portions").make(Fabric::parse("mesh:4x4"), 16),
                  ValueError);
  CHECK_NOTHROW(SchemeChoice::parse("nna").make(Fabric::parse("mesh:4x4"), 16));
}
