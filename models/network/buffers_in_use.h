// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/types.h"

namespace isobar {

/// The buffers at the far end of a link that its sender does not know to be free. Two of them have
/// their places here, for there are seldom more.
class BuffersInUse {
 public:
  /// The number of those of a class in cycle `now`.
  std::int64_t of_class(std::size_t hops, Cycle now) const {
    std::int64_t count = 0;
    visit([&](Cycle known, std::uint32_t its_hops) {
      count += static_cast<std::int64_t>(known > now) & (its_hops == hops ? 1 : 0);
    });
    return count;
  }
  /// A message of a class takes another one in cycle `now`.
  void take(std::size_t hops, Cycle now) {
    if (others_) forget_free(now);
    for (std::size_t i = 0; i < places; ++i) {
      if (known_[i] > now) continue;
      known_[i] = never;
      hops_[i] = static_cast<std::uint32_t>(hops);
      return;
    }
    take_another(hops);
  }
  /// A message of a class has left its buffer, or will have: the sender knows it in cycle `known`.
  void release(std::size_t hops, Cycle known) {
    for (std::size_t i = 0; i < places; ++i) {
      if (known_[i] != never || hops_[i] != hops) continue;
      known_[i] = known;
      return;
    }
    release_another(hops, known);
  }
  /// The first cycle after `now` in which one is known to be free; none: there is none.
  std::optional<Cycle> next_free(Cycle now) const {
    Cycle next = never;
    visit([&](Cycle known, std::uint32_t /*hops*/) {
      if (known > now) next = std::min(next, known);
    });
    return next == never ? std::nullopt : std::optional(next);
  }

 private:
  static constexpr std::size_t places = 2;

  struct Buffer {
    Cycle known;
    std::uint32_t hops;
  };

  template <class See>
  void visit(const See& see) const {
    for (std::size_t i = 0; i < places; ++i) see(known_[i], hops_[i]);
    if (!others_) return;
    for (const auto& buffer : *others_) see(buffer.known, buffer.hops);
  }
  // These are seldom called, and so they are not inlined.
  void forget_free(Cycle now);
  void take_another(std::size_t hops);
  void release_another(std::size_t hops, Cycle known);

  std::array<Cycle, places> known_{};  ///< when it is known to be free; never: a message is in it
  std::array<std::uint32_t, places> hops_{};  ///< its class
  std::unique_ptr<std::vector<Buffer>> others_;
};

}  // namespace isobar
