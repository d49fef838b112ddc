// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/types.h"
#include "models/xorshift.h"

namespace isobar {

/// The generator of one PE, by which it draws the PEs over which its messages go.
class NodeDraw {
 public:
  /// `seed` is that of the run; PE `own` begins somewhere in the sequence. 1 ≤ `pes`.
  NodeDraw(std::uint64_t seed, Node own, Node pes)
      : xorshift_(first_number(seed, own)), pes_(pes) {}

  /// A PE, each as likely as any other; the PE itself too.
  Node draw() {
    xorshift_.advance();
    return xorshift_.below(pes_);
  }

 private:
  /// The register's reset value by SplitMix64 (Steele, Lea and Flood 2014): PEs next to
  /// each other begin far apart.
  static std::uint32_t first_number(std::uint64_t seed, Node own) {
    std::uint64_t z = seed * 0x100000001B3 + (std::uint64_t{own} + 1) * 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return static_cast<std::uint32_t>(z >> 32);
  }

  Xorshift xorshift_;
  Node pes_;
};

}  // namespace isobar
