// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/types.h"

namespace isobar {

/// A spanning tree of a fabric's PEs over the links between them, breadth-first from a root near
/// the middle, by the lowest ports. Each PE's parent and children are wired constants.
class SpanningTree {
 public:
  /// A child and its parent, with the slots of the links from one to the other.
  struct Edge {
    Node parent;
    Node child;
    std::uint64_t up;    ///< from the child to the parent
    std::uint64_t down;  ///< from the parent to the child
  };

  /// Throws ValueError if not every PE can be reached over links between PEs alone.
  explicit SpanningTree(const Fabric& fabric);

  Node root() const { return root_; }
  /// Every PE but the root as a child, and after the edge in which it is one those in which it is a
  /// parent.
  const std::vector<Edge>& edges() const { return edges_; }
  /// The most neighbours that a PE has in the tree.
  std::int64_t most_neighbours() const;

  /// An AND-reduction to the root and back. PE v is ready in cycle `ready[v]`; it tells its parent
  /// once all its children have told it, and the root tells all, from parent to child. `send(link,
  /// start)` sends over the link of a slot in a cycle and returns the first cycle in which that can
  /// be used. Returns the cycle in which the last PE knows; `ready` then says by PE when it knows.
  template <class Send>
  Cycle reduce(std::vector<Cycle>& ready, const Send& send) const {
    for (auto edge = edges_.rbegin(); edge != edges_.rend(); ++edge) {
      ready[edge->parent] = std::max(ready[edge->parent], send(edge->up, ready[edge->child]));
    }
    return spread(ready, send);
  }

  /// The way back alone: the root knows in cycle `knows[root()]` and tells all.
  template <class Send>
  Cycle spread(std::vector<Cycle>& knows, const Send& send) const {
    Cycle last = knows[root_];
    for (const auto& edge : edges_) {
      knows[edge.child] = send(edge.down, knows[edge.parent]);
      last = std::max(last, knows[edge.child]);
    }
    return last;
  }

 private:
  Node root_;
  std::vector<Edge> edges_;
};

}  // namespace isobar
