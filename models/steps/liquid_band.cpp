// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_band.h"

#include <algorithm>

namespace isobar {

template <class L>
LiquidBand<L>::LiquidBand(const LiquidShape& shape, const LiquidRows<L>& rows, Reach reach,
                          std::size_t first, std::size_t last, std::size_t most_steps)
    : shape_(shape),
      rows_(rows),
      reach_(reach),
      first_(static_cast<std::ptrdiff_t>(first)),
      size_(static_cast<std::ptrdiff_t>(last - first)),
      width_(static_cast<std::ptrdiff_t>(shape.stride.back())),
      window_(reach.below + 1 + reach.above),
      sweep_(shape, rows, shape.phases() - 1),
      middle_(most_steps * static_cast<std::size_t>(window_ * width_)),
      passed_(static_cast<std::size_t>(width_)),
      kept_(static_cast<std::size_t>((reach.below + reach.above) * width_)) {}

template <class L>
std::size_t LiquidBand<L>::wrapped(std::ptrdiff_t row) const {
  const auto radix = static_cast<std::ptrdiff_t>(shape_.radix.back());
  return static_cast<std::size_t>(((first_ + row) % radix + radix) % radix);
}

template <class L>
void LiquidBand<L>::keep(const L* from) {
  L* to = kept_.data();
  const auto copy = [&](std::ptrdiff_t row) {
    to = std::copy_n(from + wrapped(row) * static_cast<std::size_t>(width_), width_, to);
  };
  for (std::ptrdiff_t row = -reach_.below; row < 0; ++row) copy(row);
  for (std::ptrdiff_t row = size_; row < size_ + reach_.above; ++row) copy(row);
}

template <class L>
const L* LiquidBand<L>::source(const Pass<L>& pass, std::ptrdiff_t row) const {
  if (pass.from == pass.to && row < 0) return kept_.data() + (row + reach_.below) * width_;
  if (pass.from == pass.to && row >= size_) {
    return kept_.data() + (row - size_ + reach_.below) * width_;
  }
  return pass.from + wrapped(row) * static_cast<std::size_t>(width_);
}

template <class L>
L* LiquidBand<L>::middle(std::size_t step, std::ptrdiff_t row) {
  // Rows below the band have negative numbers; the sum is not negative.
  const auto turn = (row + static_cast<std::ptrdiff_t>(middle_.size()) * window_) % window_;
  return middle_.data() + (static_cast<std::ptrdiff_t>(step) * window_ + turn) * width_;
}

template <class L>
void LiquidBand<L>::run(const Pass<L>& pass) {
  const auto steps = static_cast<std::ptrdiff_t>(pass.steps);
  for (auto row = -reach_.below * steps; row < size_ + reach_.above * steps; ++row) {
    read(pass, row);
  }
}

/// Takes row `row` through step 1, after which the row `above` it can go through step 2, and so on.
template <class L>
void LiquidBand<L>::read(const Pass<L>& pass, std::ptrdiff_t row) {
  const auto lowest = -reach_.below * static_cast<std::ptrdiff_t>(pass.steps);
  const auto width = static_cast<std::size_t>(width_);
  const auto inside = [&](std::ptrdiff_t r) { return r >= 0 && r < size_; };
  const auto phase_counters = [&](std::ptrdiff_t r) {
    return inside(r) ? pass.phase_counters.at(wrapped(r) * width) : PhaseCounters{};
  };
  const L* loads = source(pass, row);
  for (std::size_t step = 0; step < pass.steps; ++step) {
    sweep_.run(loads, middle(step, row), phase_counters(row));
    const auto ready = row - reach_.above;
    if (ready < lowest + reach_.below * static_cast<std::ptrdiff_t>(step + 1)) return;
    const Around<L> around = {middle(step, ready), middle(step, ready - 1),
                              middle(step, ready - reach_.below), middle(step, row)};
    const bool last = step + 1 == pass.steps;
    L* to = last ? pass.to + wrapped(ready) * width : passed_.data();
    const bool counts = inside(ready) && wrapped(ready) == 0;
    rows_.shift(around, to, width,
                counts ? phase_counters(ready).of(shape_.phases() - 1) : RowCounters{},
                inside(ready) ? &pass.extremes[step] : nullptr);
    loads = to;
    row = ready;
  }
}

template class LiquidBand<std::uint8_t>;
template class LiquidBand<std::uint16_t>;
template class LiquidBand<std::uint32_t>;
template class LiquidBand<std::uint64_t>;

}  // namespace isobar
