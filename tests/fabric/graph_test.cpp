// SPDX-License-Identifier: Apache-2.0
// Graphs: fabrics that are given by their edges.
#include "models/fabric/graph.h"

#include <algorithm>
#include <set>

#include "tests/catch.h"
#include "tests/support/graphs.h"
#include "tests/support/property.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::Edges;
using test::refusal;

namespace {

std::string complaint(Node nodes, const Edges& edges) {
  return refusal([&] { Fabric::graph("graph:g", nodes, edges); });
}

Edges star(Node nodes) {
  Edges edges;
  for (Node node = 1; node < nodes; ++node) edges.emplace_back(0, node);
  return edges;
}

}  // namespace

TEST_CASE("a graph's ports lead to the neighbours in ascending order, and back", "[graph]") {
  const auto fabric = Fabric::graph("graph:g", 5, {{3, 1}, {1, 0}, {4, 1}, {0, 3}, {2, 4}});
  CHECK(fabric.nodes() == 5);
  CHECK(fabric.degree() == 3);
  CHECK(fabric.dimensions() == 1);
  CHECK(fabric.link_count() == 10);
  CHECK_FALSE(fabric.closed());
  CHECK_FALSE(fabric.is_product());
  CHECK(fabric.name() == "graph:g");
  CHECK(fabric.address(4) == "4");
  CHECK(fabric.neighbour(1, 0) == Node{0});
  CHECK(fabric.neighbour(1, 1) == Node{3});
  CHECK(fabric.neighbour(1, 2) == Node{4});
  CHECK(fabric.neighbour(3, 2) == std::nullopt);
  CHECK(fabric.far_port(1, 2) == 0);  // the first of PE 4's, whose other neighbour is 2
  CHECK(fabric.far_port(4, 0) == 2);
  CHECK_FALSE(fabric.port(1, Direction::successor).has_value());
  CHECK(fabric.link(1 * 3 + 2)->to == 4);
  CHECK(fabric.link(1 * 3 + 2)->to_port == 0);
  CHECK_FALSE(fabric.link(3 * 3 + 2).has_value());
}

TEST_CASE("random graphs agree with a breadth-first search", "[graph]") {
  test::property([] {
    const auto fabric = test::any_graph();
    const auto edges = test::edges_of(fabric);
    std::uint32_t diameter = 0;
    std::uint64_t links = 0;
    unsigned degree = 0;
    std::set<std::pair<Node, Node>> pairs;
    for (Node node = 0; node < fabric.nodes(); ++node) {
      std::optional<Node> last;
      unsigned count = 0;
      for (unsigned p = 0; p < fabric.degree(); ++p) {
        const auto there = fabric.neighbour(node, p);
        if (!there) continue;
        RC_ASSERT(p == count++);  // open ends are the last ones
        RC_ASSERT(last.value_or(0) < *there + (last ? 0U : 1U));
        last = there;
        pairs.insert(std::minmax(node, *there));
        const auto back = fabric.far_port(node, p);
        RC_ASSERT(fabric.neighbour(*there, back) == node);
        RC_ASSERT(fabric.far_port(*there, back) == p);
      }
      degree = std::max(degree, count);
      links += count;
      const auto distance = test::distances(fabric, node);
      diameter = std::max(diameter, *std::max_element(distance.begin(), distance.end()));
      for (Node to = 0; to < fabric.nodes(); ++to) {
        const auto route = fabric.route(node, to);
        RC_ASSERT(route.size() == distance[to]);
        if (to == node) continue;
        const auto from_end = test::distances(fabric, to);
        Node at = node;
        for (const unsigned port : route) {
          RC_ASSERT(fabric.next_port(at, to) == port);
          for (unsigned lower = 0; lower < port; ++lower) {
            RC_ASSERT(from_end[*fabric.neighbour(at, lower)] >= from_end[at]);
          }
          at = fabric.neighbour(at, port).value();
        }
        RC_ASSERT(at == to);
      }
    }
    RC_ASSERT(pairs.size() == edges.size());
    RC_ASSERT(fabric.link_count() == links);
    RC_ASSERT(fabric.link_count(1) == links);
    RC_ASSERT(links == 2 * edges.size());
    RC_ASSERT(fabric.degree() == degree);
    RC_ASSERT(fabric.diameter() == diameter);
  });
}

TEST_CASE("a ring product as a graph has the same neighbours, distances and diameter", "[graph]") {
  const auto* name =
      GENERATE("ring:9", "torus:4x3", "torus:2x3x2", "hypercube:4", "hhc:3", "mesh:3x4");
  INFO(name);
  const auto fabric = Fabric::parse(name);
  const auto graph = Fabric::graph("graph:g", fabric.nodes(), test::edges_of(fabric));
  CHECK(graph.degree() == fabric.degree());
  CHECK(graph.diameter() == fabric.diameter());
  CHECK(graph.link_count() == fabric.link_count());
  for (Node node = 0; node < fabric.nodes(); ++node) {
    CHECK(test::distances(graph, node) == test::distances(fabric, node));
  }
}

TEST_CASE("edges that are no graph are refused", "[graph]") {
  CHECK(contains(complaint(4, {{0, 1}, {2, 2}}), "from PE 2 to itself"));
  CHECK(contains(complaint(3, {{0, 1}, {1, 2}, {1, 0}}), "0-1 is given twice"));
  CHECK(contains(complaint(3, {{0, 1}, {1, 3}}), "edge 1-3 needs more than the 3 nodes"));
  CHECK(contains(complaint(1, {}), "no edge"));
  CHECK(
      contains(complaint(4, {{0, 1}, {2, 3}}), "not connected: no route leads from PE 0 to PE 2"));
  CHECK(contains(complaint(3, {{0, 1}}), "from PE 0 to PE 2"));
  CHECK(contains(complaint(max_graph_nodes + 1, {{0, 1}}), "at most 4096"));
  CHECK(contains(complaint(4096, star(4096)), "4095 neighbours"));
  CHECK(complaint(1024, star(1024)).empty());
}

TEST_CASE("the edges of a graph are not in its name", "[graph]") {
  CHECK(contains(refusal([] { Fabric::parse("graph:a.txt"); }), "graph:a.txt"));
}
