// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "waves/wave_block.h"

namespace isobar {

/// Puts columns of changes into a block; equal columns are stored once.
class ColumnStore {
 public:
  /// Begins a block, which has no columns yet and will have at most `most`.
  void begin(WaveBlock& block, std::size_t most);
  /// Returns the column with these changes, which is added if there is none.
  WaveBlock::Column add(WaveBlock& block, const std::vector<WaveChange>& changes);

 private:
  struct Slot {
    std::uint64_t hash;
    WaveBlock::Column column;
  };

  std::vector<Slot> slots_;  ///< a hash table, at most half full; its size is a power of two
};

}  // namespace isobar
