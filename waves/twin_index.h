// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "waves/sorted_log.h"

namespace isobar {

/// Finds signals for which the same is announced.
class TwinIndex {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// Begins a new log with `signals` signals.
  void begin(std::uint32_t signals);
  /// Returns a signal that was looked up before, has the same announcements and for which alike()
  /// is true, or `none`. Signals that are alike have the same `value`, which makes the search
  /// short.
  template <class Alike>
  std::uint32_t find(const SortedLog& log, std::uint32_t signal, std::uint64_t value,
                     const Alike& alike) {
    const auto key = hash(log, signal, value);
    auto at = key & (slots_.size() - 1);
    for (; slots_[at].signal != none; at = (at + 1) & (slots_.size() - 1)) {
      const auto other = slots_[at].signal;
      if (slots_[at].hash == key && alike(other) && same(log, signal, other)) return other;
    }
    slots_[at] = {key, signal};
    return none;
  }

 private:
  struct Slot {
    std::uint64_t hash;
    std::uint32_t signal;
  };

  static std::uint64_t hash(const SortedLog& log, std::uint32_t signal, std::uint64_t value);
  static bool same(const SortedLog& log, std::uint32_t one, std::uint32_t other);

  std::vector<Slot> slots_;  ///< a hash table, at most half full; its size is a power of two
};

}  // namespace isobar
