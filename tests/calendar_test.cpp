// SPDX-License-Identifier: Apache-2.0
#include "models/calendar.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "tests/support/property.h"

using namespace isobar;

namespace {

/// By the definition: the nodes of each cycle, in order.
using Listed = std::map<Cycle, std::set<Node>>;

Cycle first_of(const Listed& listed) { return listed.empty() ? never : listed.begin()->first; }

TEST_CASE("the nodes of a calendar's next cycle are those that were put, in order", "[calendar]") {
  test::property([] {
    // Cycles within the wheel and beyond it; few nodes of many, and most of few.
    const Cycle span = *rc::gen::element<Cycle>(2, 60, 300, 3000);
    const Node nodes = *rc::gen::element<Node>(3, 150, 100'000);
    const auto puts = *rc::gen::container<std::vector<std::pair<Cycle, Node>>>(
        rc::gen::pair(rc::gen::inRange<Cycle>(0, span), rc::gen::inRange<Node>(0, nodes)));
    Calendar calendar;
    Listed listed;
    Cycle now = 0;
    for (const auto& [ahead, node] : puts) {
      calendar.put(now + ahead, node);
      listed[now + ahead].insert(node);
      RC_ASSERT(calendar.next() == first_of(listed));
      if (node % 3 > 0) continue;
      now = first_of(listed);
      std::vector<Node> taken = calendar.take(now);
      RC_ASSERT(std::is_sorted(taken.begin(), taken.end()));
      RC_ASSERT(std::set<Node>(taken.begin(), taken.end()) == listed.begin()->second);
      listed.erase(listed.begin());
      RC_ASSERT(calendar.next() == first_of(listed));
    }
  });
}

TEST_CASE("many nodes of one cycle come in order", "[calendar]") {
  const Node of = GENERATE(Node{64}, Node{1000}, Node{1'000'000});
  const Node count = GENERATE(Node{2}, Node{15}, Node{16}, Node{40});
  Calendar calendar;
  std::set<Node> expected;
  Node node = 7;
  for (Node i = 0; i < count; ++i) {
    node = (node * 1664525U + 1013904223U) % of;
    calendar.put(5, node);
    expected.insert(node);
  }
  auto taken = calendar.take(5);
  CHECK(std::is_sorted(taken.begin(), taken.end()));
  taken.erase(std::unique(taken.begin(), taken.end()), taken.end());
  CHECK(taken == std::vector<Node>(expected.begin(), expected.end()));
  // Nothing of them is left for the next cycle's.
  calendar.put(6, of - 1);
  for (Node i = 1; i < 20; ++i) calendar.put(6, of - 1 - i);
  CHECK(calendar.take(6).size() == 20);
}

}  // namespace
