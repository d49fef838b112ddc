// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/spanning_tree.h"

#include <algorithm>

#include "models/errors.h"
#include "tests/catch.h"
#include "tests/support/graphs.h"
#include "tests/support/property.h"

using namespace isobar;

namespace {

/// Every PE is a child once, found after its parent, over links that are there, on a shortest
/// route.
void require_tree(const Fabric& fabric) {
  const SpanningTree tree(fabric);
  const auto distances = test::distances(fabric, tree.root());
  std::vector<std::uint32_t> depth(fabric.pes(), 0);
  std::vector<bool> found(fabric.pes(), false);
  found[tree.root()] = true;
  for (const auto& edge : tree.edges()) {
    RC_ASSERT(found[edge.parent]);
    RC_ASSERT(!found[edge.child]);
    found[edge.child] = true;
    depth[edge.child] = depth[edge.parent] + 1;
    RC_ASSERT(depth[edge.child] == distances[edge.child]);
    const auto up = fabric.link(edge.up);
    const auto down = fabric.link(edge.down);
    RC_ASSERT((up && up->from == edge.child && up->to == edge.parent));
    RC_ASSERT((down && down->from == edge.parent && down->to == edge.child));
  }
  RC_ASSERT(tree.edges().size() + 1 == fabric.pes());
  if (fabric.family() == Family::mesh) {
    const auto farthest = *std::max_element(distances.begin(), distances.end());
    RC_ASSERT(farthest <= fabric.diameter() / 2 + fabric.dimensions());
  }
}

}  // namespace

TEST_CASE("a spanning tree reaches every PE on a shortest route") {
  test::property([] {
    const auto name =
        *rc::gen::element<std::string>("ring:1", "ring:2", "ring:9", "torus:4x5", "torus:1x6",
                                       "torus:2x3x2", "hypercube:5", "hhc:3", "mesh:3x4", "mesh:7");
    require_tree(Fabric::parse(name));
    require_tree(test::any_graph());
  });
}

TEST_CASE("a reduction takes the way up from the latest PE and the way down to the farthest") {
  // A chain of five: the root is 2.
  const auto fabric = Fabric::parse("mesh:5");
  const SpanningTree tree(fabric);
  CHECK(tree.root() == 2);
  CHECK(tree.most_neighbours() == 2);
  std::vector<Cycle> ready = {10, 0, 0, 0, 13};
  const auto hop = [](std::uint64_t, Cycle start) { return start + 4; };
  CHECK(tree.reduce(ready, hop) == 13 + 2 * 4 + 2 * 4);
  CHECK(ready == std::vector<Cycle>{29, 25, 21, 25, 29});
}

TEST_CASE("PEs that only switches connect have no spanning tree") {
  CHECK_THROWS_AS(SpanningTree(Fabric::graph("star", 4, {{0, 3}, {1, 3}, {2, 3}}, 1)), ValueError);
}
