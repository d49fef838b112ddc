// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// The rings of a fabric by phase. Dimensions of radix 1 have no rings and no phase.
struct LiquidShape {
  explicit LiquidShape(const Fabric& fabric) {
    std::size_t nodes = 1;
    for (const std::size_t k : fabric.radices()) {
      if (k == 1) continue;
      radix.push_back(k);
      stride.push_back(nodes);
      nodes *= k;
      block.push_back(nodes);
    }
  }

  std::size_t phases() const { return radix.size(); }
  std::size_t nodes() const { return block.back(); }

  std::vector<std::size_t> radix;
  std::vector<std::size_t> stride;  ///< from a PE to its successor, unless that wraps around
  std::vector<std::size_t> block;   ///< radix · stride: the PEs of this and all lower dimensions
};

}  // namespace isobar
