// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_sweep.h"

#include <algorithm>

namespace isobar {
namespace {

constexpr std::size_t long_ring = 1024;          // a ring for which calls of its own pay
constexpr std::size_t long_enough = 64;          // a row for which a call pays
constexpr std::size_t first_level_cache = 4096;  // loads that stay in it through several phases

/// The number of phases that a block goes through as a whole: as long as rows are short, and as
/// long as the block is small.
std::size_t base_phases(const LiquidShape& shape, std::size_t phases) {
  std::size_t base = 1;
  while (base < phases &&
         (shape.block[base - 1] < long_enough || shape.block[base] <= first_level_cache)) {
    ++base;
  }
  return base;
}

/// Whether rings are too short for calls by row.
bool is_packed(const LiquidShape& shape, std::size_t phase) {
  return shape.stride[phase] < long_enough && shape.block[phase] < long_ring;
}

}  // namespace

template <class L>
LiquidSweep<L>::LiquidSweep(const LiquidShape& shape, const LiquidRows<L>& rows, std::size_t phases)
    : shape_(shape), rows_(rows), phases_(phases), base_(base_phases(shape, phases)) {
  const std::size_t block = shape.block[base_ - 1];
  bool packs = false;
  for (std::size_t phase = 0; phase < base_; ++phase) packs |= is_packed(shape, phase);
  if (base_ > 1) spare_ = Plane<L>(block);
  if (packs) scratch_ = Plane<L>(block);
  middle_.resize(phases);
  for (std::size_t phase = base_; phase < phases; ++phase) {
    if (shape.radix[phase] > 2) middle_[phase] = Plane<L>(shape.block[phase]);
  }
}

template <class L>
void LiquidSweep<L>::level(std::size_t phases, const L* from, L* to,
                           const PhaseCounters& phase_counters, Extremes<L>* extremes) {
  const std::size_t phase = phases - 1;
  if (phases <= base_) {
    base(from, to, phase_counters);
    if (extremes != nullptr) rows_.extremes(to, shape_.block[phase], *extremes);
    return;
  }
  const std::size_t row = shape_.stride[phase];
  const std::size_t radix = shape_.radix[phase];
  const RowCounters counters = phase_counters.of(phase);
  if (radix == 2) {
    level(phase, from, to, phase_counters, nullptr);
    level(phase, from + row, to + row, phase_counters.at(row), nullptr);
    rows_.cube(to, 2 * row, row, {0, row}, 1, &counters);
    deepen(to, 2 * row, phase_counters);
    if (extremes != nullptr) rows_.extremes(to, 2 * row, *extremes);
    return;
  }
  L* middle = middle_[phase].data();
  for (std::size_t k = 0; k < radix; ++k) {
    level(phase, from + k * row, middle + k * row, phase_counters.at(k * row), nullptr);
    if (k > 2) span(phase, middle, to, k - 1, k, counters, extremes);
  }
  span(phase, middle, to, radix - 1, radix, counters, extremes);
  span(phase, middle, to, 0, 1, counters, extremes);
  span(phase, middle, to, 1, 2, counters, extremes);
  deepen(to, shape_.block[phase], phase_counters);
}

template <class L>
void LiquidSweep<L>::base(const L* from, L* to, const PhaseCounters& phase_counters) {
  const std::size_t n = shape_.block[base_ - 1];
  // Pairs of rows work in place. The other phases move the block between two buffers, of which the
  // last one must be `to`.
  std::size_t moves = 0;
  const auto in_place = [&](std::size_t phase) {
    return shape_.radix[phase] == 2 && !is_packed(shape_, phase);
  };
  for (std::size_t phase = 0; phase < base_; ++phase) moves += in_place(phase) ? 0 : 1;
  L* at = nullptr;
  for (std::size_t phase = 0; phase < base_; ++phase) {
    if (in_place(phase)) {
      if (at == nullptr) {
        at = moves % 2 == 0 ? to : spare_.data();
        std::copy_n(from, n, at);
      }
      const std::size_t stride = shape_.stride[phase];
      const RowCounters counters = phase_counters.of(phase);
      rows_.cube(at, n, stride, {0, stride}, 1, &counters);
      deepen(at, n, phase_counters);
      continue;
    }
    --moves;
    L* next = moves % 2 == 0 ? to : spare_.data();
    rings(phase, at == nullptr ? from : at, next, n, phase_counters);
    deepen(next, n, phase_counters);
    at = next;
  }
}

template <class L>
void LiquidSweep<L>::rings(std::size_t phase, const L* from, L* to, std::size_t n,
                           const PhaseCounters& phase_counters) {
  const std::size_t radix = shape_.radix[phase];
  if (is_packed(shape_, phase)) {
    rows_.packed(from, to, scratch_.data(), n, radix, shape_.stride[phase],
                 phase_counters.of(phase));
    return;
  }
  for (std::size_t ring = 0; ring < n; ring += shape_.block[phase]) {
    const RowCounters counters = phase_counters.at(ring).of(phase);
    span(phase, from + ring, to + ring, 0, 1, counters, nullptr);
    span(phase, from + ring, to + ring, 1, 2, counters, nullptr);
    if (radix > 3) span(phase, from + ring, to + ring, 2, radix - 1, counters, nullptr);
    span(phase, from + ring, to + ring, radix - 1, radix, counters, nullptr);
  }
}

/// Computes the coordinates first … last − 1 of a ring of rows. None of their neighbours is beyond
/// the wrap-around, unless `first` is the only coordinate.
template <class L>
void LiquidSweep<L>::span(std::size_t phase, const L* ring, L* to, std::size_t first,
                          std::size_t last, RowCounters counters, Extremes<L>* extremes) const {
  const std::size_t row = shape_.stride[phase];
  const std::size_t radix = shape_.radix[phase];
  const auto turned = [&](std::size_t by) { return ring + (first + by) % radix * row; };
  const Around<L> around = {ring + first * row, turned(radix - 1), turned(radix - 2), turned(1)};
  rows_.shift(around, to + first * row, (last - first) * row, counters.at(first * row), extremes);
}

template class LiquidSweep<std::uint8_t>;
template class LiquidSweep<std::uint16_t>;
template class LiquidSweep<std::uint32_t>;
template class LiquidSweep<std::uint64_t>;

}  // namespace isobar
