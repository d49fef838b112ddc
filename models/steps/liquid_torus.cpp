// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_torus.h"

#include <algorithm>

namespace isobar {
namespace {

constexpr std::ptrdiff_t above = 1;  // even if the condition does not hear the successor
constexpr std::size_t line = 64;     // bytes
constexpr std::size_t page = 4096;
constexpr std::size_t piece = 16384;  // bytes of a row after which more rows are prefetched
constexpr std::size_t margin = 64;    // loads before a row, two of which are used

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
      // Rows begin half a page apart: a load after a store to the same position in another page may
      // have to wait for that store.
      room_(((width_ + 2 * margin) * sizeof(L) / page + 1) * (page / sizeof(L)) +
            page / 2 / sizeof(L)),
      passed_(4 * room_),
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
  // The second row of the last pair may not be needed; then any row will do.
  row = std::min(row, size_ + above * static_cast<std::ptrdiff_t>(pass.steps) - 1);
  const auto kept = [&](std::ptrdiff_t at) {
    return kept_.data() + static_cast<std::size_t>(at) * width_;
  };
  if (pass.from == pass.to && row < 0) return kept(row + below_);
  if (pass.from == pass.to && row >= size_) return kept(row - size_ + below_);
  return pass.from + wrapped(row) * width_;
}

template <class L>
void LiquidTorus<L>::fetch(const Pass<L>& pass, std::ptrdiff_t row, L* to) const {
  std::copy_n(source(pass, row), width_, to);
  close(to);
}

/// Copies a row's end before its beginning, and its beginning behind its end.
template <class L>
void LiquidTorus<L>::close(L* row) const {
  row[-1] = row[width_ - 1];
  row[-2] = row[width_ - 2];
  row[width_] = row[0];
}

template <class L>
void LiquidTorus<L>::run(const Pass<L>& pass) {
  const auto steps = static_cast<std::ptrdiff_t>(pass.steps);
  for (auto row = -below_ * steps; row < size_ + above * steps; row += 2) read(pass, row);
}

/// Takes rows `row` and `row` + 1 through step 1, after which the rows before them can go through
/// step 2, and so on.
template <class L>
void LiquidTorus<L>::read(const Pass<L>& pass, std::ptrdiff_t row) {
  const auto steps = static_cast<std::ptrdiff_t>(pass.steps);
  L* loads = passed_.data() + margin;
  L* next = loads + 2 * room_;
  fetch(pass, row, loads);
  fetch(pass, row + 1, loads + room_);
  const Soon soon = {source(pass, row + 2), source(pass, row + 3)};
  for (std::ptrdiff_t step = 0; step < steps; ++step) {
    const auto number = static_cast<std::size_t>(step);
    const bool last = step + 1 == steps;
    const auto ready = row - above;
    const auto extremes = [&](std::ptrdiff_t of) {
      return inside(of) ? &pass.extremes[number] : nullptr;
    };
    const auto a = shuttle(pass, row, loads, next, last);
    const auto b = shuttle(pass, row + 1, loads + room_, next + room_, last);
    // The transfers of the first row can be counted only between the two rows.
    const bool together = inside(ready) == inside(row) && inside(row) == inside(row + 1) &&
                          !(is_first(ready) && a.counters.sent != nullptr);
    if (together) {
      weave(pass, number, a, &b, extremes(row), soon);
    } else {
      weave(pass, number, a, nullptr, extremes(ready), soon);
      if (is_first(ready)) count_first_row(pass.phase_counters.of(1), number);
      weave(pass, number, b, nullptr, extremes(row), soon);
    }
    if (is_first(row)) count_first_row(pass.phase_counters.of(1), number);
    if (row < below_ * (step + 1 - steps)) return;
    close(next);
    close(next + room_);
    std::swap(loads, next);
    row = ready;
  }
}

template <class L>
Shuttle<L> LiquidTorus<L>::shuttle(const Pass<L>& pass, std::ptrdiff_t row, const L* from, L* to,
                                   bool last) const {
  const auto ready = row - above;
  return {from, last && inside(ready) ? pass.to + offset(ready) : to,
          inside(row) ? pass.phase_counters.at(offset(row)).of(0) : RowCounters{}};
}

/// Weaves piece by piece. Between pieces the rows that are read next are prefetched, a part of them
/// in each of the steps.
template <class L>
void LiquidTorus<L>::weave(const Pass<L>& pass, std::size_t step, const Shuttle<L>& row,
                           const Shuttle<L>* next, Extremes<L>* extremes, const Soon& soon) {
  constexpr std::size_t loads = piece / sizeof(L);
  L* woven = woven_.data() + step * room_ + margin;
  L* older = older_.size() == 0 ? nullptr : older_.data() + step * room_ + margin;
  const Weft<L> weft = {woven, older};
  for (std::size_t at = 0; at < width_; at += loads) {
    const std::size_t n = std::min(loads, width_ - at);
    for (const L* ask : soon) {
      ask += (step * width_ + at) / pass.steps;
      for (std::size_t i = 0; i < n / pass.steps; i += line / sizeof(L)) {
        __builtin_prefetch(ask + i);
      }
    }
    const Shuttle<L> second = next == nullptr ? row : next->at(at);
    rows_.weave(row.at(at), next == nullptr ? nullptr : &second, weft.at(at), n, extremes);
  }
}

/// Counts the first row's transfers of the second phase, when the weft holds the fabric's second
/// row and marks in it what the first row has just sent.
template <class L>
void LiquidTorus<L>::count_first_row(const RowCounters& counters, std::size_t step) {
  if (counters.sent == nullptr) return;
  const L* woven = woven_.data() + step * room_ + margin;
  for (std::size_t i = 0; i < width_; ++i) {
    counters.sent[i] =
        static_cast<std::uint8_t>(counters.sent[i] + (woven[i] % 2 == 0 ? counters.unit : 0));
  }
}

template class LiquidTorus<std::uint8_t>;
template class LiquidTorus<std::uint16_t>;
template class LiquidTorus<std::uint32_t>;
template class LiquidTorus<std::uint64_t>;

}  // namespace isobar
