// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/errors.h"

namespace isobar {

Graph::Graph(Node nodes, const std::vector<std::pair<Node, Node>>& edges, Node switches)
    : nodes_(nodes), pes_(nodes - std::min(nodes, switches)), edges_(edges.size()) {
  if (nodes > max_graph_nodes) {
    throw ValueError(
        fmt::format("a graph of {} nodes is too large (at most {})", nodes, max_graph_nodes));
  }
  if (edges.empty()) throw ValueError("the graph has no edge");
  if (pes_ == 0) throw ValueError("all nodes of the graph are switches: no PE is left for tasks");
  join(edges);
  if (std::uint64_t{nodes} * degree_ > max_graph_slots) {
    throw ValueError(fmt::format(
        "a graph of {} nodes, one of them with {} neighbours, is too large (the product "
        "is at most {})",
        nodes, degree_, max_graph_slots));
  }
  next_ports_.resize(std::size_t{nodes} * nodes);
  for (Node to = 0; to < nodes; ++to) find_routes_to(to);
}

void Graph::join(const std::vector<std::pair<Node, Node>>& edges) {
  neighbours_.resize(nodes_);
  for (const auto& [a, b] : edges) {
    if (std::max(a, b) >= nodes_) {
      throw ValueError(
          fmt::format("edge {}-{} needs more than the {} nodes that there are", a, b, nodes_));
    }
    if (a == b) throw ValueError(fmt::format("an edge leads from {} to itself", title(a)));
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
  }
  for (Node node = 0; node < nodes_; ++node) {
    auto& ends = neighbours_[node];
    std::sort(ends.begin(), ends.end());
    const auto twice = std::adjacent_find(ends.begin(), ends.end());
    if (twice != ends.end()) {
      throw ValueError(fmt::format("edge {}-{} is given twice", node, *twice));
    }
    degree_ = std::max(degree_, static_cast<unsigned>(ends.size()));
  }
  // Nodes are visited in ascending order, in which neighbours are at ports too.
  far_ports_.resize(nodes_);
  for (Node node = 0; node < nodes_; ++node) {
    for (unsigned port = 0; port < neighbours_[node].size(); ++port) {
      far_ports_[neighbours_[node][port]].push_back(port);
    }
  }
}

std::string Graph::title(Node node) const {
  return fmt::format("{} {}", node < pes_ ? "PE" : "switch", node);
}

void Graph::find_routes_to(Node to) {
  constexpr auto unreached = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> distance(nodes_, unreached);
  std::vector<Node> reached = {to};
  distance[to] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Node node = reached[i];
    for (const Node next : neighbours_[node]) {
      if (distance[next] != unreached) continue;
      distance[next] = distance[node] + 1;
      reached.push_back(next);
    }
  }
  const auto lost = std::find(distance.begin(), distance.end(), unreached);
  if (lost != distance.end()) {
    throw ValueError(fmt::format("the graph is not connected: no route leads from {} to {}",
                                 title(to), title(static_cast<Node>(lost - distance.begin()))));
  }
  diameter_ = std::max(diameter_, distance[reached.back()]);
  for (Node node = 0; node < nodes_; ++node) {
    if (node == to) continue;
    const auto& ends = neighbours_[node];
    const auto nearer = std::find_if(
        ends.begin(), ends.end(), [&](Node next) { return distance[next] + 1 == distance[node]; });
    next_ports_[std::size_t{to} * nodes_ + node] =
        static_cast<std::uint16_t>(nearer - ends.begin());
  }
}

}  // namespace isobar
