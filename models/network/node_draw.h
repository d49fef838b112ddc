// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/types.h"

namespace isobar {

/// The generator of one PE, by which it draws the PEs over which its messages go: Marsaglia's
/// xorshift of 32 bits (2003), three shifts and XORs of a register in a cycle. A number below N is
/// the upper half of its product with N, for powers of two its upper bits.
class NodeDraw {
 public:
  /// `seed` is that of the run; PE `own` begins somewhere in the sequence. 1 ≤ `pes`.
  NodeDraw(std::uint64_t seed, Node own, Node pes) : state_(first_state(seed, own)), pes_(pes) {}

  /// A PE, each as likely as any other; the PE itself too.
  Node draw() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return static_cast<Node>((std::uint64_t{state_} * pes_) >> 32);
  }

 private:
  /// The register's reset value, never 0, by SplitMix64 (Steele, Lea and Flood 2014): PEs next to
  /// each other begin far apart.
  static std::uint32_t first_state(std::uint64_t seed, Node own) {
    std::uint64_t z = seed * 0x100000001B3 + (std::uint64_t{own} + 1) * 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    const auto state = static_cast<std::uint32_t>(z >> 32);
    return state == 0 ? 1 : state;
  }

  std::uint32_t state_;
  Node pes_;
};

}  // namespace isobar
