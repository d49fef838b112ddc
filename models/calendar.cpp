// SPDX-License-Identifier: Apache-2.0
#include "models/calendar.h"

#include <algorithm>

namespace isobar {

void Calendar::put(Cycle at, Node node) {
  if (at - now_ >= static_cast<Cycle>(span)) {
    far_.emplace(at, node);
    return;
  }
  wheel_[place(at)].push_back(node);
  occupied_[place(at) / word_bits] |= std::uint64_t{1} << (place(at) % word_bits);
}

std::optional<Cycle> Calendar::next() const {
  std::optional<Cycle> first;
  if (!far_.empty()) first = far_.top().first;
  // From now's place to the end, then from the beginning; now's word comes twice, cut differently.
  const auto start = place(now_);
  for (std::size_t i = 0; i <= words; ++i) {
    const auto word = (start / word_bits + i) % words;
    const auto upper = ~std::uint64_t{0} << (start % word_bits);
    auto bits = occupied_[word];
    if (i == 0) bits &= upper;
    if (i == words) bits &= ~upper;
    if (bits == 0) continue;
    const auto at = word * word_bits + static_cast<std::size_t>(__builtin_ctzll(bits));
    const Cycle near = now_ + static_cast<Cycle>((at + span - start) % span);
    return first ? std::min(*first, near) : near;
  }
  return first;
}

const std::vector<Node>& Calendar::take(Cycle at) {
  now_ = at;
  taken_.clear();
  taken_.swap(wheel_[place(at)]);
  occupied_[place(at) / word_bits] &= ~(std::uint64_t{1} << (place(at) % word_bits));
  for (; !far_.empty() && far_.top().first == at; far_.pop()) taken_.push_back(far_.top().second);
  if (!std::is_sorted(taken_.begin(), taken_.end())) std::sort(taken_.begin(), taken_.end());
  return taken_;
}

}  // namespace isobar
