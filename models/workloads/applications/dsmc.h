// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "models/types.h"
#include "models/workloads/applications/gas.h"

namespace isobar {

/// A box cut into `across` × `down` square blocks, row by row.
struct BlockGrid {
  std::size_t across = 1;
  std::size_t down = 1;
  std::size_t side = 1;  ///< cells of a block's side

  std::size_t blocks() const { return across * down; }
  std::size_t width() const { return across * side; }
  std::size_t height() const { return down * side; }
  std::size_t block_of(std::size_t cell) const {
    return cell / width() / side * across + cell % width() / side;
  }
};

/// As nearly square as so many blocks can be.
BlockGrid block_grid(std::size_t blocks, std::size_t side);

/// What a gas does in each block.
struct GasHistory {
  /// By block and iteration: particles that are in it when the iteration begins.
  std::vector<std::vector<std::uint32_t>> particles;
  /// By block and iteration: pairs of particles that collide in it.
  std::vector<std::vector<std::uint32_t>> collisions;
  /// By block and other block: particles that fly from one to the other, in all iterations.
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> crossings;
};

GasHistory history_of(Gas gas, const BlockGrid& grid, std::size_t iterations);

}  // namespace isobar
