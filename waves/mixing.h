// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// Hashes a sequence of numbers by multiplication with large odd ones. It is for tables in memory
/// and not secure against chosen numbers.
class Mixer {
 public:
  explicit Mixer(std::uint64_t seed) : state_(seed) {}

  /// Adds two numbers at once, for which only one multiplication has to wait for the state before.
  void add(std::uint64_t a, std::uint64_t b = 0) {
    state_ = (state_ ^ state_ >> 32 ^ (a * 0x9E3779B97F4A7C15U + b)) * 0xD6E8FEB86659FD93U;
  }
  std::uint64_t result() const { return state_ ^ state_ >> 32; }

 private:
  std::uint64_t state_;
};

}  // namespace isobar
