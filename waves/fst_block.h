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

/// What a variable of an FST holds.
struct FstKind {
  enum class Type : std::uint8_t { vector, state, event } type;
  unsigned bits = 0;               ///< of a vector, 1 … 64
  std::vector<std::string> names;  ///< of a state's values

  bool operator==(const FstKind& other) const {
    return type == other.type && bits == other.bits && names == other.names;
  }
};

/// Makes value-change blocks of an FST (FST_BL_VCDATA_DYN_ALIAS2) as GTKWave's `fstapi.c` has
/// them: a frame of all values before the block; for each variable a chain of its changes, each a
/// number of times passed and a value; where the chains are; and the times. Variables with the
/// same chain share one.
class FstBlockMaker {
 public:
  /// Variables are numbered in the order in which they are added.
  void add(const FstKind& kind);

  /// The bytes of a block. `begin` in picoseconds: the end of the block before, which is repeated,
  /// or of the first block its own first time.
  std::string make(const WaveBlock& block, std::uint64_t begin);

 private:
  struct Kind {
    FstKind kind;
    std::vector<std::string> texts;  ///< of a state's values, each after its length
    std::size_t largest;             ///< bytes of a change
  };

  /// By its number from 0; `none` for no variable.
  using Variable = std::uint32_t;
  static constexpr Variable none = std::numeric_limits<Variable>::max();

  struct Chain {
    std::size_t length = 0;  ///< before it is packed; 0 if nothing changes
    std::size_t place = 0;   ///< from the beginning of all
    Variable owner = none;   ///< if it is another one's
    Variable next = none;    ///< of its column and another kind, with its own chain
  };

  std::string frame(const WaveBlock& block) const;
  /// `lead`: times before those of the block. Returns the bytes of all unpacked chains, shared ones
  /// as often as they are shared.
  std::uint64_t append_chains(std::string& bytes, const WaveBlock& block, std::uint32_t lead);
  /// Who owns the chain of these changes; the variable itself if nobody did.
  Variable find_owner(Variable variable, WaveBlock::Column column);
  /// Makes a chain in `buffer_`; returns its length.
  std::size_t make_chain(gsl::span<const WaveChange> changes, const Kind& kind, std::uint32_t lead);
  void append_chain(std::string& bytes, std::size_t length);
  void append_places(std::string& bytes) const;

  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> kind_of_;  ///< by variable
  std::vector<Chain> chains_;           ///< by variable
  std::vector<Variable> owners_;        ///< by column: the first
  std::vector<char> buffer_;            ///< for a chain
  std::vector<char> packed_;            ///< likewise
};

}  // namespace isobar
