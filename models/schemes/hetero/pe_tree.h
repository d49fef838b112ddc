// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "models/fabric/pe_neighbours.h"

namespace isobar {

/// A PE's place in a tree.
struct TreePlace {
  std::optional<Node> parent;  ///< none: the root
  std::vector<Node> children;  ///< ascending
};

/// A spanning tree of all PEs by breadth-first search from PE 0, so that nobody is farther from
/// the root than the shortest path over neighbours: no deeper than their diameter.
class PeTree {
 public:
  explicit PeTree(const PeNeighbours& neighbours);

  static constexpr Node root = 0;
  const TreePlace& place(Node pe) const { return places_[pe]; }
  /// Links from the root to the farthest PE.
  unsigned depth() const { return depth_; }

 private:
  std::vector<TreePlace> places_;
  unsigned depth_ = 0;
};

}  // namespace isobar
