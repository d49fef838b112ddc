// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// Two numbers in one field of an agent's word: 0 ≤ high < 2^31, 0 ≤ low < 2^32.
struct PackedPair {
  std::int64_t high = 0;
  std::int64_t low = 0;

  constexpr std::int64_t packed() const { return high * half + low; }
  static constexpr PackedPair of(std::int64_t packed) { return {packed / half, packed % half}; }

  static constexpr std::int64_t half = std::int64_t{1} << 32;
};

}  // namespace isobar
