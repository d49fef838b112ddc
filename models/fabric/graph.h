// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// Larger graphs are refused: the table of routes grows with the square of the nodes, and the
/// memory for links with the number of nodes times the largest number of neighbours.
inline constexpr Node max_graph_nodes = 4096;
inline constexpr std::uint64_t max_graph_slots = std::uint64_t{1} << 20;

/// A connected undirected graph of PEs and, after them, switches. A node's ports lead to its
/// neighbours in ascending order.
class Graph {
 public:
  /// Throws ValueError if an edge leads from a node to itself, is given twice or names a node that
  /// does not exist; and if there is no edge, the graph is not connected or too large, or all nodes
  /// are switches.
  Graph(Node nodes, const std::vector<std::pair<Node, Node>>& edges, Node switches = 0);

  /// The number of PEs and switches.
  Node nodes() const { return nodes_; }
  /// The number of PEs.
  Node pes() const { return pes_; }
  /// The largest number of neighbours.
  unsigned degree() const { return degree_; }
  /// The number of directed links, two an edge.
  std::uint64_t link_count() const { return 2 * edges_; }
  /// The most links that a shortest route has.
  std::uint32_t diameter() const { return diameter_; }

  /// The node to which a port leads; none at an open end.
  std::optional<Node> neighbour(Node node, unsigned port) const {
    const auto& ends = neighbours_[node];
    return port < ends.size() ? std::optional(ends[port]) : std::nullopt;
  }
  /// The neighbour's port that leads back; the port must lead somewhere.
  unsigned far_port(Node node, unsigned port) const { return far_ports_[node][port]; }
  /// The lowest port at which a shortest route begins; from ≠ to.
  unsigned next_port(Node from, Node to) const {
    return next_ports_[std::size_t{to} * nodes_ + from];
  }

 private:
  void join(const std::vector<std::pair<Node, Node>>& edges);
  void find_routes_to(Node to);
  /// `PE 3`, `switch 10`.
  std::string title(Node node) const;

  Node nodes_;
  Node pes_;
  unsigned degree_ = 0;
  std::uint64_t edges_;
  std::uint32_t diameter_ = 0;
  std::vector<std::vector<Node>> neighbours_;
  std::vector<std::vector<unsigned>> far_ports_;
  std::vector<std::uint16_t> next_ports_;  ///< by destination·nodes + node
};

}  // namespace isobar
