// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/spanning_tree.h"

#include <fmt/format.h>

#include "models/errors.h"

namespace isobar {
namespace {

/// The edges of the tree from `root`, in the order in which children are found.
std::vector<SpanningTree::Edge> edges_from(const Fabric& fabric, Node root) {
  std::vector<SpanningTree::Edge> edges;
  edges.reserve(fabric.pes() - 1);
  std::vector<bool> found(fabric.pes(), false);
  found[root] = true;
  const std::uint64_t degree = fabric.degree();
  const auto add_children = [&](Node parent) {
    for (unsigned port = 0; port < degree; ++port) {
      const auto child = fabric.neighbour(parent, port);
      if (!child || fabric.is_switch(*child) || found[*child]) continue;
      found[*child] = true;
      edges.push_back({parent, *child, *child * degree + fabric.far_port(parent, port),
                       parent * degree + port});
    }
  };
  add_children(root);
  for (std::size_t i = 0; i < edges.size(); ++i) add_children(edges[i].child);
  return edges;
}

Node last_of(const std::vector<SpanningTree::Edge>& edges, Node root) {
  return edges.empty() ? root : edges.back().child;
}

/// The middle of a route that is about as long as the longest: from the PE that is farthest from
/// PE 0 to the one that is farthest from that.
Node middle_of_graph(const Fabric& fabric) {
  const Node end = last_of(edges_from(fabric, 0), 0);
  const auto edges = edges_from(fabric, end);
  std::vector<Node> parents(fabric.pes(), end);
  for (const auto& edge : edges) parents[edge.child] = edge.parent;
  std::vector<Node> route = {last_of(edges, end)};
  while (route.back() != end) route.push_back(parents[route.back()]);
  return route[route.size() / 2];
}

Node middle_of(const Fabric& fabric) {
  if (!fabric.is_product()) return middle_of_graph(fabric);
  Node node = 0;
  Node stride = 1;
  for (const auto radix : fabric.radices()) {
    node += radix / 2 * stride;
    stride *= radix;
  }
  return node;
}

}  // namespace

SpanningTree::SpanningTree(const Fabric& fabric)
    : root_(middle_of(fabric)), edges_(edges_from(fabric, root_)) {
  if (edges_.size() + 1 < fabric.pes()) {
    throw ValueError(
        fmt::format("{} has PEs that only switches connect, so its links have no "
                    "spanning tree of PEs",
                    fabric.name()));
  }
}

std::int64_t SpanningTree::most_neighbours() const {
  std::vector<std::int64_t> count(edges_.size() + 1, 0);
  for (const auto& edge : edges_) {
    ++count[edge.parent];
    ++count[edge.child];
  }
  return *std::max_element(count.begin(), count.end());
}

}  // namespace isobar
