// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace isobar {

/// A long value is packed into words of std::uint64_t, the lowest bits first. Each word has this
/// many bits.
constexpr unsigned word_bits = 64;

/// The number of words that `bits` bits take.
constexpr std::size_t words_for(std::size_t bits) { return (bits + word_bits - 1) / word_bits; }

/// The bits of the last word that a value of `bits` ≥ 1 bits has.
constexpr std::uint64_t last_mask(std::size_t bits) {
  const auto used = bits % word_bits;
  return used == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << used) - 1;
}

/// Copies `count` bits of the words at `in`, from bit `from` on, to bit `to` of the words at `out`,
/// whose bits there must be 0.
inline void put_bits(const std::uint64_t* in, std::size_t from, std::uint64_t* out, std::size_t to,
                     std::size_t count) {
  while (count > 0) {
    const auto now = std::min({count, word_bits - from % word_bits, word_bits - to % word_bits});
    auto part = in[from / word_bits] >> (from % word_bits);
    if (now < word_bits) part &= (std::uint64_t{1} << now) - 1;
    out[to / word_bits] |= part << (to % word_bits);
    from += now;
    to += now;
    count -= now;
  }
}

}  // namespace isobar
