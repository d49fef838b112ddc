// SPDX-License-Identifier: Apache-2.0
// Halves are connected, and about equal.
#include "models/fabric/bisection.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "tests/catch.h"
#include "tests/support/graphs.h"
#include "tests/support/property.h"

using namespace isobar;

namespace {

std::vector<Node> all_of(const Fabric& fabric) {
  std::vector<Node> pes(fabric.pes());
  std::iota(pes.begin(), pes.end(), Node{0});
  return pes;
}

/// How many parts a set falls into.
std::size_t parts_of(const Fabric& fabric, const std::vector<Node>& set) {
  std::set<Node> left(set.begin(), set.end());
  std::size_t parts = 0;
  for (; !left.empty(); ++parts) {
    std::vector<Node> todo = {*left.begin()};
    left.erase(left.begin());
    while (!todo.empty()) {
      const Node node = todo.back();
      todo.pop_back();
      for (unsigned port = 0; port < fabric.degree(); ++port) {
        const auto there = fabric.neighbour(node, port);
        if (there && left.erase(*there) > 0) todo.push_back(*there);
      }
    }
  }
  return parts;
}

std::vector<Node> without(std::vector<Node> set, Node node) {
  set.erase(std::remove(set.begin(), set.end(), node), set.end());
  return set;
}

/// Calls `check` with each set that is cut on the way to single PEs, and its halves.
template <class Check>
void cut_all(const Fabric& fabric, const Check& check) {
  std::vector<std::vector<Node>> sets = {all_of(fabric)};
  while (!sets.empty()) {
    const auto set = sets.back();
    sets.pop_back();
    if (set.size() < 2) continue;
    const auto halves = bisect(fabric, set);
    check(set, halves);
    sets.push_back(halves.first);
    sets.push_back(halves.second);
  }
}

bool are_halves(const Fabric& fabric, const std::vector<Node>& set, const Halves& halves) {
  std::vector<Node> both;
  std::merge(halves.first.begin(), halves.first.end(), halves.second.begin(), halves.second.end(),
             std::back_inserter(both));
  return both == set && parts_of(fabric, halves.first) == 1 && parts_of(fabric, halves.second) == 1;
}

std::size_t difference(const Halves& halves) {
  const auto first = halves.first.size();
  const auto second = halves.second.size();
  return std::max(first, second) - std::min(first, second);
}

}  // namespace

TEST_CASE("each half of a graph is connected, down to single PEs", "[bisection]") {
  test::property([] {
    const auto fabric = test::any_graph();
    cut_all(fabric, [&](const auto& set, const auto& halves) {
      RC_ASSERT(are_halves(fabric, set, halves));
      // Where no PE cuts the set apart, its halves are equal but for an odd PE.
      const auto holds = [&](Node pe) { return parts_of(fabric, without(set, pe)) == 1; };
      if (set.size() > 2 && std::all_of(set.begin(), set.end(), holds)) {
        RC_ASSERT(difference(halves) == set.size() % 2);
      }
    });
  });
}

TEST_CASE("a tree is cut at the edge that leaves its halves most equal", "[bisection]") {
  test::property([] {
    const auto fabric =
        test::random_graph(*rc::gen::inRange<Node>(2, 30), 0, *rc::gen::arbitrary<std::uint64_t>());
    const auto all = all_of(fabric);
    const auto halves = bisect(fabric, all);
    RC_ASSERT(are_halves(fabric, all, halves));
    std::size_t best = all.size();
    for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
      const auto link = fabric.link(slot);
      if (!link || link->from > link->to) continue;
      std::set<Node> side = {link->from};
      std::vector<Node> todo = {link->from};
      while (!todo.empty()) {
        const Node node = todo.back();
        todo.pop_back();
        for (unsigned port = 0; port < fabric.degree(); ++port) {
          const auto there = fabric.neighbour(node, port);
          if (!there || *there == link->to || !side.insert(*there).second) continue;
          todo.push_back(*there);
        }
      }
      const auto other = all.size() - side.size();
      best = std::min(best, std::max(side.size(), other) - std::min(side.size(), other));
    }
    RC_ASSERT(difference(halves) == best);
  });
}

TEST_CASE("de Bruijn graphs have equal halves", "[bisection]") {
  for (const auto* name : {"debruijn:2,6", "debruijn:3,4", "debruijn:2,9"}) {
    const auto fabric = Fabric::parse(name);
    const auto all = all_of(fabric);
    const auto halves = bisect(fabric, all);
    CHECK(are_halves(fabric, all, halves));
    CHECK(difference(halves) == all.size() % 2);
  }
}

TEST_CASE("a path is cut in the middle, a star's leaves one by one", "[bisection]") {
  const auto path =
      Fabric::graph("graph:path", 7, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}});
  const auto halves = bisect(path, all_of(path));
  CHECK(difference(halves) == 1);
  CHECK(are_halves(path, all_of(path), halves));
  const auto star = Fabric::graph("graph:star", 5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}});
  CHECK(bisect(star, all_of(star)).first == std::vector<Node>{4});
  CHECK(bisect(star, {0, 1, 2}).first == std::vector<Node>{2});
}

TEST_CASE("a ring product is cut across its longest range, the last of equal ones", "[bisection]") {
  const auto torus = Fabric::parse("torus:4x6");
  std::set<std::size_t> sizes;
  cut_all(torus, [&](const auto& set, const auto& halves) {
    REQUIRE(are_halves(torus, set, halves));
    sizes.insert(set.size());
  });
  CHECK(sizes == std::set<std::size_t>{24, 12, 6, 4, 2});
  CHECK(bisect(torus, all_of(torus)).first == all_of(Fabric::parse("ring:12")));  // rows 0 to 2
  const auto square = Fabric::parse("torus:2x2");
  CHECK(bisect(square, all_of(square)).first == std::vector<Node>{0, 1});
  const auto hhc = Fabric::parse("hhc:1");  // a triangle by two
  CHECK(bisect(hhc, all_of(hhc)).first == std::vector<Node>{0, 1, 3, 4});
}
