// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fabric.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <set>

#include "models/errors.h"
#include "tests/catch.h"
#include "tests/support/property.h"

using namespace isobar;

namespace {

constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

/// The neighbours of a PE, from the definition of the family and its coordinates alone.
std::set<Node> neighbours_by_definition(const std::vector<std::uint32_t>& radices, bool closed,
                                        Node node) {
  std::vector<std::int64_t> c;
  Node rest = node;
  for (const auto radix : radices) {
    c.push_back(rest % radix);
    rest /= radix;
  }
  std::set<Node> found;
  for (std::size_t d = 0; d < radices.size(); ++d) {
    for (const int step : {1, -1}) {
      auto there = c;
      there[d] += step;
      if (!closed && (there[d] < 0 || there[d] >= radices[d])) continue;
      there[d] = (there[d] + radices[d]) % radices[d];
      Node number = 0;
      for (std::size_t i = radices.size(); i-- > 0;) {
        number = number * radices[i] + static_cast<Node>(there[i]);
      }
      if (number != node) found.insert(number);
    }
  }
  return found;
}

std::vector<std::uint32_t> breadth_first(const Fabric& fabric, Node start) {
  std::vector<std::uint32_t> distance(fabric.nodes(), unreached);
  std::queue<Node> todo;
  distance[start] = 0;
  todo.push(start);
  while (!todo.empty()) {
    const Node node = todo.front();
    todo.pop();
    for (const Node next : neighbours_by_definition(fabric.radices(), fabric.closed(), node)) {
      if (distance[next] != unreached) continue;
      distance[next] = distance[node] + 1;
      todo.push(next);
    }
  }
  return distance;
}

void check_against_search(const Fabric& fabric) {
  std::uint64_t links = 0;
  std::uint32_t diameter = 0;
  for (Node node = 0; node < fabric.nodes(); ++node) {
    const auto expected = neighbours_by_definition(fabric.radices(), fabric.closed(), node);
    std::set<Node> found;
    for (unsigned p = 0; p < fabric.degree(); ++p) {
      const auto there = fabric.neighbour(node, p);
      if (!there) continue;
      REQUIRE(found.insert(*there).second);  // one link pair a neighbour
      REQUIRE(fabric.neighbour(*there, fabric.opposite(p)) == node);
    }
    REQUIRE(found == expected);
    if (fabric.closed()) REQUIRE(found.size() == fabric.degree());
    links += expected.size();
    const auto distance = breadth_first(fabric, node);
    diameter = std::max(diameter, *std::max_element(distance.begin(), distance.end()));
    for (Node to = 0; to < fabric.nodes(); to += 1 + fabric.nodes() / 16) {
      Node at = node;
      const auto route = fabric.route(node, to);
      unsigned last_dimension = 0;
      for (auto here = route.begin(); here != route.end(); ++here) {
        const unsigned p = *here;
        const auto leg = fabric.first_leg(at, to);
        REQUIRE(leg.port == p);
        REQUIRE(leg.links ==
                std::find_if(here, route.end(), [p](auto q) { return q != p; }) - here);
        REQUIRE(fabric.ports()[p].dimension >= last_dimension);
        last_dimension = fabric.ports()[p].dimension;
        at = fabric.neighbour(at, p).value();
      }
      REQUIRE(at == to);
      REQUIRE(route.size() == distance[to]);
    }
  }
  REQUIRE(fabric.link_count() == links);
  REQUIRE(fabric.diameter() == diameter);
}

}  // namespace

TEST_CASE("fabrics agree with a breadth-first search over their definition") {
  const auto* name = GENERATE("ring:1", "ring:2", "ring:3", "ring:8", "torus:4x6x3", "torus:5x3",
                              "torus:1x4x1x2", "hypercube:0", "hypercube:1", "hypercube:5", "hhc:1",
                              "hhc:2", "hhc:4", "mesh:4x4", "mesh:1x5", "mesh:2x3x2");
  INFO(name);
  check_against_search(Fabric::parse(name));
}

TEST_CASE("random ring products agree with a breadth-first search") {
  test::property([] {
    const auto radices = *rc::gen::container<std::vector<std::uint32_t>>(*rc::gen::inRange(1, 5),
                                                                         rc::gen::inRange(1U, 6U));
    std::string name = *rc::gen::element(std::string("torus:"), std::string("mesh:"));
    for (std::size_t i = 0; i < radices.size(); ++i) {
      name += (i == 0 ? "" : "x") + std::to_string(radices[i]);
    }
    const auto fabric = Fabric::parse(name);
    if (fabric.nodes() <= 256) check_against_search(fabric);
  });
}

TEST_CASE("node counts and degrees are those of the families") {
  struct Row {
    const char* name;
    Node nodes;
    unsigned degree;
    unsigned dimensions;
    std::uint32_t diameter;
  };
  const auto row = GENERATE(values<Row>({{"ring:8", 8, 2, 1, 4},
                                         {"torus:4x6", 24, 4, 2, 5},
                                         {"hypercube:5", 32, 5, 5, 5},
                                         {"hhc:1", 6, 3, 2, 2},
                                         {"hhc:3", 24, 5, 4, 4},
                                         {"mesh:4x4", 16, 4, 2, 6},
                                         {"ring:2147483648", 1U << 31, 2, 1, 1U << 30},
                                         {"hypercube:31", 1U << 31, 31, 31, 31}}));
  const auto fabric = Fabric::parse(row.name);
  INFO(row.name);
  CHECK(fabric.nodes() == row.nodes);
  CHECK(fabric.degree() == row.degree);
  CHECK(fabric.dimensions() == row.dimensions);
  CHECK(fabric.diameter() == row.diameter);
}

TEST_CASE("addresses are written as each family does") {
  CHECK(Fabric::parse("ring:8").address(5) == "5");
  CHECK(Fabric::parse("torus:4x6").address(3 + 4 * 5) == "(3,5)");
  CHECK(Fabric::parse("hypercube:5").address(0b10110) == "10110");
  // The HHC paper's own example (Section 1.2): third cell, lower triangle, right node.
  CHECK(Fabric::parse("hhc:3").address(2 + 3 * (1 + 2 * 0b10)) == "P(10,110)");
  CHECK(Fabric::parse("hhc:1").address(1) == "P(001)");
}

TEST_CASE("dimension 1 varies fastest and the successor is one coordinate on") {
  const auto fabric = Fabric::parse("torus:4x6x3");
  const Node node = 3 + 4 * (5 + 6 * 2);
  CHECK(fabric.coordinate(node, 1) == 3);
  CHECK(fabric.coordinate(node, 2) == 5);
  CHECK(fabric.coordinate(node, 3) == 2);
  const auto successor = [&](unsigned d) {
    return fabric.neighbour(node, fabric.port(d, Direction::successor).value());
  };
  CHECK(successor(1) == 0 + 4 * (5 + 6 * 2));
  CHECK(successor(2) == 3 + 4 * (0 + 6 * 2));
  CHECK(successor(3) == 3 + 4 * 5);
  CHECK_FALSE(Fabric::parse("torus:1x4").port(1, Direction::successor).has_value());
}

TEST_CASE("where both directions round a ring are equally long, a route goes to successors") {
  CHECK(Fabric::parse("ring:4").route(0, 2) == std::vector<unsigned>{0, 0});
}

TEST_CASE("names that are no fabric are refused with what is allowed") {
  const auto* name =
      GENERATE("", "ring", "ring:", "ring:0", "ring:-1", "ring:8.5", "ring:8x8",
               "torus:", "torus:4x", "torus:x4", "torus:4x0", "torus:4 x4", "torus:65536x65536",
               "ring:2147483649", "hypercube:32", "hypercube:-1", "hhc:0", "hhc:30", "mesh:0x4",
               "donut:8", "ring:99999999999999999999", "torus:2147483648x2147483648x4");
  INFO(name);
  REQUIRE_THROWS_AS(Fabric::parse(name), ValueError);
}
