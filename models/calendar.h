// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
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
  [[gnu::always_inline]] void put(Cycle at, Node node) {
    if (at - now_ >= static_cast<Cycle>(span)) {
      put_far(at, node);
      return;
    }
    wheel_[place(at)].push_back(node);
    occupied_[place(at) / word_bits] |= std::uint64_t{1} << (place(at) % word_bits);
  }
  /// The first cycle in which a node acts; never: there is none.
  Cycle next() const {
    const auto start = place(now_);
    const auto bit = start % word_bits;
    Cycle near = never;
    if (const auto bits = occupied_[start / word_bits] >> bit; bits != 0) {
      near = now_ + __builtin_ctzll(bits);
    } else {
      near = next_beyond(start);
    }
    return far_.empty() ? near : std::min(near, far_.top().first);
  }
  /// Moves on to cycle `at`, which is not after `next`: the nodes that act in it, in order, some of
  /// them perhaps several times if they were put so. Valid until the next call.
  const std::vector<Node>& take(Cycle at);

 private:
  static constexpr std::size_t span = 256;  ///< cycles of the wheel
  static constexpr std::size_t word_bits = 64;
  static constexpr std::size_t words = span / word_bits;

  void put_far(Cycle at, Node node);
  /// As next(), but looks in the wheel alone, and not in what is left of the word of `occupied_` in
  /// which now's place, `start`, has its bit.
  Cycle next_beyond(std::size_t start) const;
  void sort_taken();
  static std::size_t place(Cycle at) { return static_cast<std::size_t>(at) % span; }

  using Entry = std::pair<Cycle, Node>;

  Cycle now_ = 0;
  std::array<std::vector<Node>, span> wheel_;    ///< cycles now … now + span − 1
  std::array<std::uint64_t, words> occupied_{};  ///< by place, a bit
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> far_;
  std::vector<Node> taken_;
  std::vector<std::uint64_t> marks_;  ///< a bit a node, all 0 but while nodes are sorted
};

}  // namespace isobar
