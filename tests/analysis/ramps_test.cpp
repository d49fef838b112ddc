// SPDX-License-Identifier: Apache-2.0
// Henrich, Section 4: what is proved of lm-c5, phase by phase, against the definitions written
// anew.
#include "models/analysis/ramps.h"

#include <algorithm>

#include "models/schemes/contract/condition.h"
#include "tests/catch.h"
#include "tests/support/property.h"

using namespace isobar;

namespace {

/// Loads on a closed fabric before and after one phase of a condition.
struct PhaseCase {
  Fabric fabric = Fabric::parse("ring:1");
  unsigned dimension = 1;
  std::vector<Load> before;
  std::vector<Load> after;
};

Node turned(const Fabric& fabric, Node node, unsigned dimension, std::int64_t by) {
  Node stride = 1;
  for (unsigned d = 1; d < dimension; ++d) stride *= fabric.radix(d);
  const std::int64_t radix = fabric.radix(dimension);
  const std::int64_t c = fabric.coordinate(node, dimension);
  const auto there = ((c + by) % radix + radix) % radix;
  return static_cast<Node>(node + (there - c) * static_cast<std::int64_t>(stride));
}

/// Definition 1, one dimension of it. Adds the tasks that move to `moved`.
std::vector<Load> phase_of(Condition condition, const Fabric& fabric, unsigned dimension,
                           const std::vector<Load>& loads, std::int64_t* moved = nullptr) {
  auto next = loads;
  if (fabric.radix(dimension) == 1) return next;
  for (Node i = 0; i < fabric.nodes(); ++i) {
    const Node successor = turned(fabric, i, dimension, 1);
    const Node predecessor = turned(fabric, i, dimension, -1);
    if (!shifts(condition, loads[i], loads[predecessor], loads[successor])) continue;
    --next[i];
    ++next[successor];
    if (moved != nullptr) ++*moved;
  }
  return next;
}

std::string random_fabric() {
  const auto name = *rc::gen::element<std::string>("ring:", "torus:", "hypercube:");
  if (name == "ring:") return name + std::to_string(*rc::gen::inRange(1, 12));
  if (name == "hypercube:") return name + std::to_string(*rc::gen::inRange(1, 6));
  auto torus = name + std::to_string(*rc::gen::inRange(1, 7));
  for (int d = *rc::gen::inRange(1, 3); d > 0; --d) {
    torus += "x" + std::to_string(*rc::gen::inRange(1, 6));
  }
  return torus;
}

PhaseCase random_phase(Condition condition, Load least) {
  PhaseCase c;
  c.fabric = Fabric::parse(random_fabric());
  c.dimension = *rc::gen::inRange(1U, static_cast<unsigned>(c.fabric.radices().size()) + 1);
  const auto most = least + *rc::gen::element<Load>(2, 3, 5, 30);
  c.before =
      *rc::gen::container<std::vector<Load>>(c.fabric.nodes(), rc::gen::inRange<Load>(least, most));
  c.after = phase_of(condition, c.fabric, c.dimension, c.before);
  return c;
}

/// Definition 4 for one pair and one k, condition by condition.
bool forms_ramp(const PhaseCase& c, Node x, std::int64_t k) {
  const auto load = [&](std::int64_t by) { return c.before[turned(c.fabric, x, c.dimension, by)]; };
  bool ascends = true;
  for (std::int64_t i = 0; i < k; ++i) ascends = ascends && load(i) < load(i + 1);
  return k > 0 && ascends && load(-1) >= load(0) && load(k + 1) <= load(k);
}

/// Definition 3 for one pair and one k, condition by condition.
bool transfers_virtually(const PhaseCase& c, Node x, std::int64_t k) {
  const auto change = [&](std::int64_t by) {
    const Node node = turned(c.fabric, x, c.dimension, by);
    return c.after[node] - c.before[node];
  };
  bool still = true;
  for (std::int64_t i = 1; i < k; ++i) still = still && change(i) == 0;
  return change(0) == 1 && change(k) == -1 && still;
}

/// All pairs (x, y) for which `holds(x, k)` for a k up to twice round the ring.
template <class Pair, class Holds>
std::vector<Pair> pairs(const PhaseCase& c, Holds holds) {
  std::vector<Pair> found;
  for (Node x = 0; x < c.fabric.nodes(); ++x) {
    for (std::int64_t k = 1; k <= 2 * std::int64_t{c.fabric.radix(c.dimension)}; ++k) {
      const Pair pair{x, turned(c.fabric, x, c.dimension, k)};
      const bool is_new = std::find(found.begin(), found.end(), pair) == found.end();
      if (is_new && holds(c, x, k)) found.push_back(pair);
    }
  }
  return found;
}

std::vector<Ramp> ramps_of(const PhaseCase& c) { return ramps(c.fabric, c.dimension, c.before); }
std::vector<VirtualTransfer> transfers_of(const PhaseCase& c) {
  return virtual_transfers(c.fabric, c.dimension, c.before, c.after);
}
std::vector<VirtualTransfer> transfers_by_ramps(const PhaseCase& c) {
  std::vector<VirtualTransfer> list;
  for (const auto& ramp : ramps_of(c)) list.push_back({ramp.lower, ramp.upper});
  return list;
}
Improvement maxima_of(const PhaseCase& c) {
  return improvement_of_maxima(c.fabric, c.dimension, c.before, c.after);
}
Improvement minima_of(const PhaseCase& c) {
  return improvement_of_minima(c.fabric, c.dimension, c.before, c.after);
}

PhaseCase phase_case(const std::string& fabric, Condition condition, std::vector<Load> loads) {
  PhaseCase c;
  c.fabric = Fabric::parse(fabric);
  c.after = phase_of(condition, c.fabric, 1, loads);
  c.before = std::move(loads);
  return c;
}

Condition condition_of(int number) { return static_cast<Condition>(number); }

using Pairs = std::vector<VirtualTransfer>;

}  // namespace

TEST_CASE("ramps are those of Definition 4, virtual transfers those of Definition 3") {
  test::property([] {
    const auto c =
        random_phase(condition_of(*rc::gen::inRange(0, 6)), *rc::gen::inRange<Load>(0, 2));
    RC_ASSERT(ramps_of(c) == pairs<Ramp>(c, forms_ramp));
    RC_ASSERT(transfers_of(c) == pairs<VirtualTransfer>(c, transfers_virtually));
  });
}

TEST_CASE("a virtual transfer is of one task, from the upper end of the route to the lower") {
  const auto ring = Fabric::parse("ring:5");
  CHECK(virtual_transfers(ring, 1, {3, 3, 3, 3, 3}, {3, 4, 3, 2, 3}) == Pairs{{1, 3}});
  CHECK(virtual_transfers(ring, 1, {3, 3, 3, 3, 3}, {3, 2, 3, 4, 3}) == Pairs{{3, 1}});
  CHECK(virtual_transfers(ring, 1, {3, 3, 3, 3, 3}, {3, 5, 3, 1, 3}).empty());
  CHECK(virtual_transfers(ring, 1, {3, 3, 3, 3, 3}, {3, 4, 4, 1, 3}).empty());
}

TEST_CASE("at radix 2 every unequal pair is a ramp, and the fuller one gives") {
  const auto c = phase_case("hypercube:1", Condition::c5, {1, 4});
  CHECK(ramps_of(c) == std::vector<Ramp>{{0, 1}});
  CHECK(c.after == std::vector<Load>{2, 3});
  CHECK(ramps(c.fabric, 1, {4, 1}) == std::vector<Ramp>{{1, 0}});
  CHECK(ramps(c.fabric, 1, {4, 4}).empty());
  CHECK(maxima_of(c).reduced == std::vector<Node>{1});
}

TEST_CASE("Theorem 1 and its converse: from loads of 1 or more the transfers are the ramps") {
  test::property([] {
    const auto c = random_phase(Condition::c5, 1);
    RC_ASSERT(transfers_of(c) == transfers_by_ramps(c));
  });
}

TEST_CASE("what moves in a phase of lm-c5 and the ramps' lengths add up to the PEs") {
  test::property([] {
    const auto c = random_phase(Condition::c5, 1);
    RC_PRE(c.fabric.radix(c.dimension) > 1);
    std::int64_t moved = 0;
    phase_of(Condition::c5, c.fabric, c.dimension, c.before, &moved);
    const std::int64_t radix = c.fabric.radix(c.dimension);
    for (const auto& ramp : ramps_of(c)) {
      const std::int64_t lower = c.fabric.coordinate(ramp.lower, c.dimension);
      const std::int64_t upper = c.fabric.coordinate(ramp.upper, c.dimension);
      moved += (upper - lower + radix) % radix;
    }
    RC_ASSERT(moved == c.fabric.nodes());
  });
}

TEST_CASE("under every condition, whatever the loads, virtual transfers are all that changes") {
  test::property([] {
    const auto c =
        random_phase(condition_of(*rc::gen::inRange(0, 6)), *rc::gen::inRange<Load>(0, 2));
    auto loads = c.before;
    for (const auto& transfer : transfers_of(c)) {
      ++loads[transfer.to];
      --loads[transfer.from];
    }
    RC_ASSERT(loads == c.after);
  });
}

TEST_CASE("with loads of zero a ramp and a transfer need not be the same") {
  // A transfer ends where the zeros before a ramp begin, and none comes where nothing follows.
  const auto zeros = phase_case("ring:5", Condition::c5, {2, 0, 0, 3, 3});
  CHECK(ramps_of(zeros) == std::vector<Ramp>{{2, 3}});
  CHECK(transfers_of(zeros) == Pairs{{1, 3}});
  const auto alone = phase_case("ring:4", Condition::c5, {0, 0, 0, 1});
  CHECK(ramps_of(alone) == std::vector<Ramp>{{2, 3}});
  CHECK(transfers_of(alone) == Pairs{{0, 3}});
}

TEST_CASE("Theorem 1 under the other conditions") {
  // C0 and C1 hear nobody, C2 not its successor: there are ramps that nothing follows.
  const std::vector<Load> peak = {2, 2, 3, 2, 2};
  for (const auto condition : {Condition::c0, Condition::c1, Condition::c2}) {
    const auto c = phase_case("ring:5", condition, peak);
    CHECK(ramps_of(c) == std::vector<Ramp>{{1, 2}});
    CHECK(transfers_of(c).empty());
  }
  // C3 and C4 do not give a last task: a ramp at the end of a row of 1s.
  const auto c3 = phase_case("ring:5", Condition::c3, {2, 1, 1, 2, 2});
  CHECK(ramps_of(c3) == std::vector<Ramp>{{2, 3}});
  CHECK(transfers_of(c3) == Pairs{{1, 3}});
  const auto c4 = phase_case("ring:5", Condition::c4, {2, 1, 1, 1, 2});
  CHECK(ramps_of(c4) == std::vector<Ramp>{{3, 4}});
  CHECK(transfers_of(c4) == Pairs{{2, 4}});
  // From loads of 2 or more they do what C5 does.
  test::property([] {
    const auto c = random_phase(*rc::gen::element(Condition::c3, Condition::c4), 2);
    RC_ASSERT(c.after == phase_of(Condition::c5, c.fabric, c.dimension, c.before));
  });
}

TEST_CASE("Lemma 1 holds for every phase of lm-c3, lm-c4 and lm-c5, whatever the loads") {
  test::property([] {
    const auto c =
        random_phase(condition_of(*rc::gen::inRange(3, 6)), *rc::gen::inRange<Load>(0, 2));
    const auto [min, max] = std::minmax_element(c.before.begin(), c.before.end());
    RC_ASSERT(*std::max_element(c.after.begin(), c.after.end()) <= *max);
    RC_ASSERT(*std::min_element(c.after.begin(), c.after.end()) >= *min);
  });
}

TEST_CASE("Lemma 2 holds for every phase of lm-c5: maxima whatever the loads, minima from 1 on") {
  test::property([] {
    const Load least = *rc::gen::inRange<Load>(0, 2);
    const auto c = random_phase(Condition::c5, least);
    const auto maxima = maxima_of(c);
    RC_ASSERT(maxima.neither.empty());
    const auto minima = minima_of(c);
    RC_ASSERT(least == 0 || minima.neither.empty());
    // Every position that the lemma speaks of is there, and where the lemma's cases put it.
    const Load most = *std::max_element(c.before.begin(), c.before.end());
    std::vector<Node> case_1;
    std::vector<Node> case_2;
    for (Node m = 0; m < c.fabric.nodes(); ++m) {
      const auto before = [&](std::int64_t by) {
        return c.before[turned(c.fabric, m, c.dimension, by)];
      };
      if (before(0) != most || before(-1) == most) continue;
      const bool higher = before(-2) < before(-1) || before(-1) + 1 < most;
      // Among zeros nothing comes to m − 1 from m − 2.
      const bool dry = before(-2) == 0;
      (higher || dry ? case_1 : case_2).push_back(m);
    }
    RC_ASSERT(maxima.reduced == case_1);
    RC_ASSERT(maxima.moved == case_2);
  });
}

TEST_CASE("Lemma 2 for minima is Lemma 2 for maxima, mirrored") {
  test::property([] {
    const auto c = random_phase(Condition::c5, 1);
    // Loads upside down, and every dimension reversed.
    PhaseCase mirrored = c;
    Load most = 0;
    for (const Load load : c.before) most = std::max(most, load);
    const auto mirror = [&](Node node) {
      for (unsigned d = 1; d <= c.fabric.radices().size(); ++d) {
        const std::int64_t coordinate = c.fabric.coordinate(node, d);
        node = turned(c.fabric, node, d, -2 * coordinate);
      }
      return node;
    };
    for (Node node = 0; node < c.fabric.nodes(); ++node) {
      mirrored.before[mirror(node)] = most + 1 - c.before[node];
    }
    mirrored.after = phase_of(Condition::c5, c.fabric, c.dimension, mirrored.before);
    const auto images = [&](std::vector<Node> nodes) {
      std::transform(nodes.begin(), nodes.end(), nodes.begin(), mirror);
      std::sort(nodes.begin(), nodes.end());
      return nodes;
    };
    const auto minima = minima_of(c);
    const auto maxima = maxima_of(mirrored);
    RC_ASSERT(images(minima.reduced) == maxima.reduced);
    RC_ASSERT(images(minima.moved) == maxima.moved);
  });
}

TEST_CASE("Lemma 2 does not hold for a whole step") {
  // Dimension 1 swaps the upper pair, dimension 2 gives PE 1 the maximum back.
  const auto fabric = Fabric::parse("hypercube:2");
  const std::vector<Load> before = {1, 2,  //
                                    2, 2};
  const auto between = phase_of(Condition::c5, fabric, 1, before);
  const auto after = phase_of(Condition::c5, fabric, 2, between);
  CHECK(improvement_of_maxima(fabric, 1, before, between).moved == std::vector<Node>{1});
  CHECK(improvement_of_maxima(fabric, 1, before, after).neither == std::vector<Node>{1});
}

TEST_CASE("Lemma 2 with loads of zero and under the other conditions") {
  // Nothing comes to a minimum of 0 behind another.
  CHECK(minima_of(phase_case("ring:4", Condition::c5, {0, 0, 1, 1})).neither ==
        std::vector<Node>{1});
  // C3 and C4: a maximum of 1 keeps its task, a minimum of 1 behind other 1s gets none.
  for (const auto condition : {Condition::c3, Condition::c4}) {
    CHECK(maxima_of(phase_case("ring:4", condition, {0, 0, 1, 0})).neither == std::vector<Node>{2});
    CHECK(minima_of(phase_case("ring:4", condition, {1, 1, 1, 2})).neither == std::vector<Node>{2});
    test::property([=] {
      const auto c = random_phase(condition, *rc::gen::inRange<Load>(0, 2));
      RC_PRE(*std::max_element(c.before.begin(), c.before.end()) >= 2);
      RC_ASSERT(maxima_of(c).neither.empty());
    });
  }
  // C0 to C2 do not look at the successor: a maximum behind one that shifts keeps its load.
  for (const auto condition : {Condition::c0, Condition::c1, Condition::c2}) {
    CHECK(maxima_of(phase_case("ring:4", condition, {2, 2, 3, 2})).neither == std::vector<Node>{2});
  }
}
