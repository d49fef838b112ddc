// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_torus.h"

#include <algorithm>

namespace isobar {
namespace {

constexpr std::ptrdiff_t above = 1;  // also where the condition does not hear the successor
constexpr std::size_t line = 64;     // bytes
constexpr std::size_t page = 4096;
constexpr std::size_t piece = 4096;  // bytes of a row, between which memory is asked for more
constexpr std::size_t margin = 64;   // loads before a row, two of which are used

}  // namespace

template <class L>
LiquidTorus<L>::LiquidTorus(const LiquidShape& shape, const LiquidRows<L>& rows,
                            Condition condition, std::size_t first, std::size_t last,
                            std::size_t most_steps)
    : rows_(rows),
      radix_(static_cast<std::ptrdiff_t>(shape.radix[1])),
      width_(shape.radix[0]),
      below_(Reach(condition).below),
      first_(static_cast<std::ptrdiff_t>(first)),
      size_(static_cast<std::ptrdiff_t>(last - first)),
      // Half a page apart from row to row: a load that follows a store to the same place in
      // another page may have to wait for it.
      room_(((width_ + 2 * margin) * sizeof(L) / page + 1) * (page / sizeof(L)) +
            page / 2 / sizeof(L)),
      passed_(2 * room_),
      woven_(most_steps * room_),
      older_(hears_predecessor(condition) ? most_steps * room_ : 0),
      kept_(static_cast<std::size_t>(below_ + above) * width_) {}

template <class L>
std::size_t LiquidTorus<L>::wrapped(std::ptrdiff_t row) const {
  return static_cast<std::size_t>(((first_ + row) % radix_ + radix_) % radix_);
}

template <class L>
void LiquidTorus<L>::keep(const L* from) {
  L* to = kept_.data();
  for (auto row = -below_; row < 0; ++row) {
    to = std::copy_n(from + wrapped(row) * width_, width_, to);
  }
  std::copy_n(from + wrapped(size_) * width_, width_, to);
}

template <class L>
const L* LiquidTorus<L>::source(const Pass<L>& pass, std::ptrdiff_t row) const {
  const auto kept = [&](std::ptrdiff_t at) {
    return kept_.data() + static_cast<std::size_t>(at) * width_;
  };
  if (pass.from == pass.to && row < 0) return kept(row + below_);
  if (pass.from == pass.to && row >= size_) return kept(row - size_ + below_);
  return pass.from + wrapped(row) * width_;
}

/// Puts a row's end before its beginning, and its beginning behind its end.
template <class L>
void LiquidTorus<L>::close(L* row) const {
  row[-1] = row[width_ - 1];
  row[-2] = row[width_ - 2];
  row[width_] = row[0];
}

template <class L>
void LiquidTorus<L>::run(const Pass<L>& pass) {
  const auto steps = static_cast<std::ptrdiff_t>(pass.steps);
  for (auto row = -below_ * steps; row < size_ + above * steps; ++row) read(pass, row);
}

/// Row `row` goes through step 1, which makes the row before it ready for step 2, and so on.
template <class L>
void LiquidTorus<L>::read(const Pass<L>& pass, std::ptrdiff_t row) {
  const auto steps = static_cast<std::ptrdiff_t>(pass.steps);
  const auto inside = [&](std::ptrdiff_t r) { return r >= 0 && r < size_; };
  L* loads = passed_.data() + margin;
  L* next = loads + room_;
  std::copy_n(source(pass, row), width_, loads);
  close(loads);
  const L* soon = source(pass, std::min(row + 1, size_ + above * steps - 1));
  for (std::ptrdiff_t step = 0; step < steps; ++step) {
    const auto number = static_cast<std::size_t>(step);
    const auto ready = row - above;
    const bool valid = ready >= below_ * (step + 1 - steps);
    const bool last = valid && step + 1 == steps;
    weave(loads, number, last ? pass.to + wrapped(ready) * width_ : next,
          inside(row) ? pass.tallies.at(wrapped(row) * width_).of(0) : Tally{},
          valid && inside(ready) ? &pass.extremes[number] : nullptr, soon, pass.steps);
    if (!valid) return;
    if (inside(ready) && wrapped(ready) == 0) count_first_row(pass.tallies.of(1), number);
    close(next);
    std::swap(loads, next);
    row = ready;
  }
}

/// Piece by piece: between them the row that is read next, `soon`, is asked for, a part of it in
/// each of the steps.
template <class L>
void LiquidTorus<L>::weave(const L* from, std::size_t step, L* to, Tally tally,
                           Extremes<L>* extremes, const L* soon, std::size_t steps) {
  constexpr std::size_t loads = piece / sizeof(L);
  L* woven = woven_.data() + step * room_ + margin;
  L* older = older_.size() == 0 ? nullptr : older_.data() + step * room_ + margin;
  const Weft<L> weft = {woven, older};
  for (std::size_t at = 0; at < width_; at += loads) {
    const std::size_t n = std::min(loads, width_ - at);
    const L* ask = soon + (step * width_ + at) / steps;
    for (std::size_t i = 0; i < n / steps; i += line / sizeof(L)) __builtin_prefetch(ask + i);
    rows_.weave(from + at, weft.at(at), to + at, n, tally.at(at), extremes);
  }
}

/// The weft holds the fabric's second row, with what the first has just sent it.
template <class L>
void LiquidTorus<L>::count_first_row(const Tally& tally, std::size_t step) {
  if (tally.sent == nullptr) return;
  const L* woven = woven_.data() + step * room_ + margin;
  for (std::size_t i = 0; i < width_; ++i) {
    tally.sent[i] = static_cast<std::uint8_t>(tally.sent[i] + (woven[i] % 2 == 0 ? tally.unit : 0));
  }
}

template class LiquidTorus<std::uint8_t>;
template class LiquidTorus<std::uint16_t>;
template class LiquidTorus<std::uint32_t>;
template class LiquidTorus<std::uint64_t>;

}  // namespace isobar
