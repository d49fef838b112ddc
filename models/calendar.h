// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "models/types.h"

namespace isobar {

/// The cycles in which the nodes of a fabric act next. Nearly all are near: those lie in a wheel of
/// lists, one a cycle.
class Calendar {
 public:
  /// Node `node` acts in cycle `at`, which is none before the last that was taken.
  void put(Cycle at, Node node);
  /// The first cycle in which a node acts.
  std::optional<Cycle> next() const;
  /// Moves on to cycle `at`, which is not after `next`: the nodes that act in it, in order, some of
  /// them several times if they were put so. Valid until the next call.
  const std::vector<Node>& take(Cycle at);

 private:
  static constexpr std::size_t span = 256;  ///< cycles of the wheel
  static constexpr std::size_t word_bits = 64;
  static constexpr std::size_t words = span / word_bits;

  static std::size_t place(Cycle at) { return static_cast<std::size_t>(at) % span; }

  using Entry = std::pair<Cycle, Node>;

  Cycle now_ = 0;
  std::array<std::vector<Node>, span> wheel_;    ///< cycles now … now + span − 1
  std::array<std::uint64_t, words> occupied_{};  ///< by place, a bit
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> far_;
  std::vector<Node> taken_;
};

}  // namespace isobar
