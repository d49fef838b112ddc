// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace isobar {

/// A generator that hardware has (rtl/stealing/isobar_stealing_draw.sv): 32 bits, shifted and added
/// by 13, 17 and 5 (G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8(14), 2003,
/// section 3). Its period is 2^32 − 1: all numbers but 0.
class Xorshift {
 public:
  /// Begins with `seed`, or 1 if that is 0.
  explicit Xorshift(std::uint32_t seed) : number_(std::max(seed, 1U)) {}

  /// What the register holds, never 0.
  std::uint32_t number() const { return number_; }
  /// 0 to count − 1; of so many each is as likely as another but for count · 2^−32.
  std::uint32_t below(std::uint32_t count) const {
    constexpr unsigned bits = 32;
    return static_cast<std::uint32_t>((std::uint64_t{number_} * count) >> bits);
  }
  /// Goes on to the next number.
  void advance() {
    number_ ^= number_ << 13U;
    number_ ^= number_ >> 17U;
    number_ ^= number_ << 5U;
  }

 private:
  std::uint32_t number_;
};

}  // namespace isobar
