// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "models/fabric/pe_neighbours.h"

namespace isobar {

/// The pairs of neighbours in colours, so that no PE has two of one colour: on ring products by
/// dimension and parity (EdgeColouring), else each pair in ascending order the lowest colour that
/// neither of the two has; at most 2·degree − 1 colours.
class PeColouring {
 public:
  PeColouring(const Fabric& fabric, const PeNeighbours& neighbours);

  std::size_t colours() const { return colours_; }
  /// A PE's partner of each colour; none where it has no pair of it.
  const std::vector<std::optional<Node>>& partners(Node pe) const { return partners_[pe]; }

 private:
  void by_dimension(const Fabric& fabric);
  void greedily(const PeNeighbours& neighbours);

  std::size_t colours_ = 0;
  std::vector<std::vector<std::optional<Node>>> partners_;
};

}  // namespace isobar
