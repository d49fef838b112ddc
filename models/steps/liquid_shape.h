// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// The rings of a fabric by phase, and where its loads lie in an array. Dimensions of radix 1 have
/// no rings and no phase.
struct LiquidShape {
  /// PEs lie in the order of their numbers or, if `turned`, as a cube where the fabric is one: the
  /// first phases, up to the last that is not of radix 2, lie outermost.
  explicit LiquidShape(const Fabric& fabric, bool turned = false) {
    for (const std::size_t k : fabric.radices()) {
      if (k > 1) radix.push_back(k);
    }
    if (turned) turn();
    stride.resize(phases());
    for (std::size_t i = 0; i < phases(); ++i) {
      const std::size_t phase = (turns + i) % phases();
      stride[phase] = nodes_;
      nodes_ *= radix[phase];
    }
    for (std::size_t phase = 0; phase < phases(); ++phase) {
      block.push_back(stride[phase] * radix[phase]);
    }
  }

  std::size_t phases() const { return radix.size(); }
  std::size_t nodes() const { return nodes_; }
  /// The place of a node in an array.
  std::size_t place(std::size_t node) const {
    return turns == 0 ? node
                      : node / turned_radix_ + node % turned_radix_ * (nodes_ / turned_radix_);
  }

  std::vector<std::size_t> radix;
  std::vector<std::size_t> stride;  ///< from a PE to its successor, unless that wraps around
  std::vector<std::size_t> block;   ///< radix · stride: the PEs of this and all dimensions inside
  std::size_t turns = 0;            ///< how many of the first phases lie outermost
  bool is_cube = false;  ///< whether all others are of radix 2 and make rows; only if `turned`

 private:
  void turn() {
    constexpr std::size_t row = 64;
    std::size_t first = phases();
    std::size_t pairs = 1;
    while (first > 0 && radix[first - 1] == 2) {
      --first;
      pairs *= 2;
    }
    std::size_t before = 1;
    for (std::size_t phase = 0; phase < first; ++phase) before *= radix[phase];
    is_cube = pairs >= row && before < row;
    if (!is_cube) return;
    turns = first;
    turned_radix_ = before;
  }

  std::size_t nodes_ = 1;
  std::size_t turned_radix_ = 1;
};

}  // namespace isobar
