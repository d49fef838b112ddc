// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// ⌈log2 N⌉: bits that tell `count` things apart, none where there is only one; at most 63.
constexpr std::int64_t log2_up(std::uint64_t count) {
  std::int64_t bits = 0;
  while (bits < 63 && (std::uint64_t{1} << bits) < count) ++bits;
  return bits;
}

/// The same of a register or a word: at least one.
constexpr std::int64_t bits_for(std::uint64_t count) { return count < 2 ? 1 : log2_up(count); }

}  // namespace isobar
