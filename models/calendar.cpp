// SPDX-License-Identifier: Apache-2.0
#include "models/calendar.h"

#include <algorithm>

namespace isobar {

void Calendar::put_far(Cycle at, Node node) { far_.emplace(at, node); }

Cycle Calendar::next_beyond(std::size_t start) const {
  for (std::size_t i = 1; i <= words; ++i) {
    const auto bits = occupied_[(start / word_bits + i) % words];
    if (bits == 0) continue;
    const auto ahead = i * word_bits - start % word_bits;
    return now_ + static_cast<Cycle>(ahead) + __builtin_ctzll(bits);
  }
  return never;
}

const std::vector<Node>& Calendar::take(Cycle at) {
  now_ = at;
  taken_.clear();
  const auto place = Calendar::place(at);
  const auto mark = std::uint64_t{1} << (place % word_bits);
  if ((occupied_[place / word_bits] & mark) != 0) {
    occupied_[place / word_bits] &= ~mark;
    taken_.swap(wheel_[place]);
  }
  for (; !far_.empty() && far_.top().first == at; far_.pop()) taken_.push_back(far_.top().second);
  if (!std::is_sorted(taken_.begin(), taken_.end())) sort_taken();
  return taken_;
}

void Calendar::sort_taken() {
  const auto [least, greatest] = std::minmax_element(taken_.begin(), taken_.end());
  const std::size_t first = *least / word_bits;
  const std::size_t last = *greatest / word_bits;
  // Many nodes are sorted sooner by a bit for each than by comparisons.
  constexpr std::size_t few = 16;
  if (taken_.size() < few || last - first > 2 * taken_.size()) {
    std::sort(taken_.begin(), taken_.end());
    return;
  }
  if (marks_.size() <= last) marks_.resize(last + 1);
  for (const Node node : taken_) {
    marks_[node / word_bits] |= std::uint64_t{1} << (node % word_bits);
  }
  taken_.clear();
  for (std::size_t word = first; word <= last; ++word) {
    for (auto bits = std::exchange(marks_[word], 0); bits != 0; bits &= bits - 1) {
      taken_.push_back(static_cast<Node>(word * word_bits) +
                       static_cast<Node>(__builtin_ctzll(bits)));
    }
  }
}

}  // namespace isobar
