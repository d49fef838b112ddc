// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tb/sliced/gate_netlist.h"

struct IsobarSliced;

namespace isobar {

/// The port of a netlist that is simulated for many PEs: of each bit, a row of numbers of 64 bits,
/// in which PE n has bit n mod 64 of number n / 64.
class SlicedPort {
 public:
  SlicedPort(std::size_t words, std::vector<std::uint64_t*> places)
      : words_(words), places_(std::move(places)) {}

  std::size_t bits() const { return places_.size() / words_; }
  std::uint64_t& word(std::size_t bit, std::size_t word) const {
    return *places_[bit * words_ + word];
  }
  /// One PE's value: from bit `first` of the port on, up to 64 bits.
  std::uint64_t value(std::size_t pe, std::size_t first, std::size_t bits) const;
  std::uint64_t value(std::size_t pe) const { return value(pe, 0, bits()); }
  /// One PE's value of any width, the lowest bits first.
  void read(std::size_t pe, std::uint64_t* words) const;
  /// Sets that of an input.
  void write(std::size_t pe, const std::uint64_t* words) const;
  void write(std::size_t pe, std::uint64_t value) const { write(pe, &value); }

 private:
  std::size_t words_;
  std::vector<std::uint64_t*> places_;  ///< by bit and word
};

/// The gates of all PEs of a fabric, compiled. The library is built if it is not in the cache
/// (host/cache.h) and loaded for the rest of the process.
class SlicedModule {
 public:
  /// Registers wake up with random values. Throws ValueError if a C++ compiler is not installed,
  /// ModelError if it fails, and what sliced_source throws.
  SlicedModule(const GateNetlist& netlist, std::size_t pes,
               void (*said)(const std::string& what) = nullptr);

  /// Numbers of 64 bits in a row of PEs.
  std::size_t words() const { return words_; }
  /// Throws ModelError if there is no such port.
  SlicedPort port(const std::string& name) const;

  /// The reset is active.
  void reset();
  /// Computes the outputs from inputs and registers.
  void settle();
  /// A rising edge of the clock, after settle.
  void clock();

 private:
  const IsobarSliced* made_;
  std::size_t words_;
  std::vector<std::unique_ptr<void, void (*)(void*)>> blocks_;  ///< of as many PEs as were compiled
};

}  // namespace isobar
