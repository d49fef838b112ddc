// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <gsl/span>
#include <limits>
#include <string>
#include <vector>

#include "waves/wave_block.h"

namespace isobar {

/// What a variable of an FST file holds.
struct FstKind {
  enum class Type : std::uint8_t { vector, state, event } type;
  unsigned bits = 0;               ///< the width of a vector, 1 … 64
  std::vector<std::string> names;  ///< the names of a state's values

  bool operator==(const FstKind& other) const {
    return type == other.type && bits == other.bits && names == other.names;
  }
};

/// Makes value-change blocks of an FST (FST_BL_VCDATA_DYN_ALIAS2) as GTKWave's `fstapi.c` does. A
/// block has a frame with all values before it; for each variable a chain of its changes, each of
/// which is the number of times passed since the last one and a value; the positions of the chains;
/// and the times. Variables with the same chain share one.
class FstBlockMaker {
 public:
  /// Variables are numbered in the order in which they are added.
  void add(const FstKind& kind);

  /// The bytes of a block. `begin`, in picoseconds, is the end of the block before, which is
  /// repeated; for the first block it is its first time.
  std::string make(const WaveBlock& block, std::uint64_t begin);

 private:
  struct Kind {
    FstKind kind;
    std::vector<std::string> texts;  ///< a state's values as texts, each after its length
    std::size_t largest;             ///< the most bytes of a change
  };

  /// A variable by its number from 0, or `none`.
  using Variable = std::uint32_t;
  static constexpr Variable none = std::numeric_limits<Variable>::max();

  struct Chain {
    std::size_t length = 0;  ///< bytes before compression; 0 if nothing changes
    std::size_t place = 0;   ///< the position from the beginning of all chains
    Variable owner = none;   ///< the variable whose chain this one shares, if it does
    Variable next = none;    ///< the next variable of the same column that has a chain of its own
  };

  std::string frame(const WaveBlock& block) const;
  /// Appends the chains; `lead` times come before those of the block. Returns the number of bytes
  /// of all uncompressed chains, where a shared one counts for each variable.
  std::uint64_t append_chains(std::string& bytes, const WaveBlock& block, std::uint32_t lead);
  /// The variable that owns the chain of these changes; `variable` itself if there was none.
  Variable find_owner(Variable variable, WaveBlock::Column column);
  /// Makes a chain in `buffer_`; returns its length.
  std::size_t make_chain(gsl::span<const WaveChange> changes, const Kind& kind, std::uint32_t lead);
  void append_chain(std::string& bytes, std::size_t length);
  void append_places(std::string& bytes) const;

  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> kind_of_;  ///< by variable
  std::vector<Chain> chains_;           ///< by variable
  std::vector<Variable> owners_;        ///< by column: the first variable with a chain of its own
  std::vector<char> buffer_;            ///< for a chain
  std::vector<char> packed_;            ///< for a compressed chain
};

}  // namespace isobar
