// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "waves/wave_block.h"

namespace isobar {

/// Puts columns into a block, each once.
class ColumnStore {
 public:
  /// `block` shall have none yet, and will have at most `most`.
  void begin(WaveBlock& block, std::size_t most);
  /// The column with these changes.
  WaveBlock::Column add(WaveBlock& block, const std::vector<WaveChange>& changes);

 private:
  struct Slot {
    std::uint64_t hash;
    WaveBlock::Column column;
  };

  std::vector<Slot> slots_;  ///< a hash table, at most half full; a power of two of them
};

}  // namespace isobar
