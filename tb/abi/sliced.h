// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// What a shared object that simulates the gates of many PEs at once offers, in plain C. Each bit
/// of a PE is `words` numbers of 64 bits, of which each bit is another PE's.
extern "C" {

struct IsobarSlicedPort {
  const char* name;
  std::uint32_t bits;
  const std::uint32_t* places;  ///< of each bit, in bytes from the state's beginning
};

struct IsobarSliced {
  std::uint32_t words;
  std::uint32_t ports;
  const struct IsobarSlicedPort* port;
  /// Registers and memories wake up with values that follow from `wake_up`. Inputs are 0.
  void* (*create)(std::uint64_t wake_up);
  void (*destroy)(void* state);
  /// The reset is active.
  void (*reset)(void* state);
  /// Computes outputs, and what the next clock edge brings, from inputs and registers.
  void (*settle)(void* state);
  /// A rising edge of the clock, after settle.
  void (*clock)(void* state);
};

/// The one function of the library that is looked up by name.
const struct IsobarSliced* isobar_sliced();
}
