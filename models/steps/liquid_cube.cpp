// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_cube.h"

#include <algorithm>
#include <array>

namespace isobar {
namespace {

constexpr std::size_t block_bytes = 16384;  // of a block that stays in the cache with two copies
constexpr std::size_t most_dimensions = 3;  // in one pass
constexpr std::size_t lines_at_once = 16;   // of each row that a pass goes through

}  // namespace

template <class L>
LiquidCube<L>::LiquidCube(const LiquidShape& shape, const LiquidRows<L>& rows, unsigned threads,
                          L* deepest)
    : shape_(shape), rows_(rows), deepest_(deepest), threads_(threads) {
  divide();
  std::size_t room = groups_[inner_].block + 2 * loads_per_line<L>;
  for (std::size_t phase = 0; phase < shape.turns; ++phase) {
    room = std::max(room, shape.radix[phase] * at_once(phase));
  }
  for (auto& thread : threads_) {
    thread.a = Plane<L>(room);
    thread.b = Plane<L>(room);
  }
}

/// Divides the phases into groups; no group outside the innermost block has several if each phase
/// raises the deepest loads.
template <class L>
void LiquidCube<L>::divide() {
  const auto add = [&](std::size_t first, std::size_t last) {
    groups_.push_back({first, last, shape_.stride[first], shape_.block[last - 1]});
  };
  for (std::size_t phase = 0; phase < shape_.turns; ++phase) add(phase, phase + 1);
  inner_ = groups_.size();
  std::size_t phase = shape_.turns + 1;
  while (phase < shape_.phases() && shape_.block[phase] * sizeof(L) <= block_bytes) ++phase;
  add(shape_.turns, phase);
  while (phase < shape_.phases()) {
    const std::size_t left = shape_.phases() - phase;
    const std::size_t most = deepest_ != nullptr ? 1 : most_dimensions;
    const std::size_t passes = (left + most - 1) / most;
    const std::size_t last = phase + (left + passes - 1) / passes;
    add(phase, last);
    phase = last;
  }
}

template <class L>
void LiquidCube<L>::run(Team& team, L* loads, const PhaseCounters& phase_counters,
                        gsl::span<Extremes<L>> extremes) {
  const Place all = {loads, phase_counters};
  for (std::size_t part = 0; part < threads_.size(); ++part) {
    threads_[part].extremes = &extremes[part];
  }
  const auto part_of = [&](std::size_t n, std::size_t part) { return n * part / threads_.size(); };
  const auto blocks = [&](std::size_t number) { return shape_.nodes() / groups_[number].block; };
  const auto share_columns = [&](std::size_t number) {
    const auto& group = groups_[number];
    const std::size_t lines = (group.stride + loads_per_line<L> - 1) / loads_per_line<L>;
    team.run([&](unsigned part) {
      const auto begin = [&](std::size_t of) {
        return std::min(part_of(lines, of) * loads_per_line<L>, group.stride);
      };
      for (std::size_t at = 0; at < shape_.nodes(); at += group.block) {
        outer(number, all.at(at), {begin(part), begin(part + 1)}, threads_[part]);
      }
    });
  };
  for (std::size_t number = 0; number < inner_; ++number) share_columns(number);
  std::size_t shared = groups_.size() - 1;
  while (shared > inner_ && blocks(shared) < threads_.size()) --shared;
  team.run([&](unsigned part) {
    const std::size_t end = part_of(blocks(shared), part + 1);
    for (std::size_t block = part_of(blocks(shared), part); block < end; ++block) {
      level(shared, all.at(block * groups_[shared].block), threads_[part]);
    }
  });
  for (std::size_t number = shared + 1; number < groups_.size(); ++number) share_columns(number);
}

/// Takes a block of a group through all phases from the innermost block's on.
template <class L>
void LiquidCube<L>::level(std::size_t number, const Place& place, Thread& thread) {
  if (number == inner_) return inner(place, thread);
  const auto& group = groups_[number];
  for (std::size_t at = 0; at < group.block; at += group.stride) {
    level(number - 1, place.at(at), thread);
  }
  outer(number, place, {0, group.stride}, thread);
}

/// Takes an innermost block through its phases: first those whose pairs lie within lines, from one
/// copy to another, then the others in place.
template <class L>
void LiquidCube<L>::inner(const Place& place, Thread& thread) {
  const auto& group = groups_[inner_];
  L* now = thread.a.data() + loads_per_line<L>;
  L* next = thread.b.data() + loads_per_line<L>;
  std::copy_n(place.loads, group.block, now);
  std::size_t phase = group.first;
  for (; phase < group.last && shape_.stride[phase] < loads_per_line<L>; ++phase) {
    rows_.near(now, next, group.block, phase - group.first, place.phase_counters.of(phase));
    deepen(place, 0, next, group.block);
    std::swap(now, next);
  }
  while (phase < group.last) {
    const std::size_t most = deepest_ != nullptr ? 1 : most_dimensions;
    const std::size_t last = std::min(phase + most, group.last);
    const std::size_t stride = shape_.stride[phase];
    pairs({phase, last, stride, group.block}, {now, place.phase_counters}, {0, stride});
    deepen(place, 0, now, group.block);
    phase = last;
  }
  std::copy_n(now, group.block, place.loads);
  if (inner_ + 1 == groups_.size()) rows_.extremes(now, group.block, *thread.extremes);
}

/// Takes columns of a block through a group's phases, so few at once that they stay in the cache.
template <class L>
void LiquidCube<L>::outer(std::size_t number, const Place& place, Columns columns, Thread& thread) {
  const auto& group = groups_[number];
  const bool is_ring = number < inner_;
  const std::size_t width = is_ring ? at_once(group.first) : lines_at_once * loads_per_line<L>;
  for (std::size_t first = columns.first; first < columns.last; first += width) {
    const Columns some = {first, std::min(first + width, columns.last)};
    const std::size_t n = some.last - some.first;
    if (is_ring) {
      ring(group.first, place, some, thread);
    } else {
      pairs(group, place, some);
    }
    for (std::size_t at = first; at < group.block; at += group.stride) {
      deepen(place, at, place.loads + at, n);
      if (number + 1 == groups_.size()) rows_.extremes(place.loads + at, n, *thread.extremes);
    }
  }
}

template <class L>
void LiquidCube<L>::pairs(const Group& group, const Place& place, Columns columns) {
  std::array<RowCounters, most_dimensions> counters;
  for (std::size_t phase = group.first; phase < group.last; ++phase) {
    counters[phase - group.first] = place.phase_counters.of(phase);
  }
  rows_.cube(place.loads, group.block, group.stride, columns, group.last - group.first,
             counters.data());
}

/// Takes columns of a ring of rows through their phase, from a copy.
template <class L>
void LiquidCube<L>::ring(std::size_t phase, const Place& place, Columns columns, Thread& thread) {
  const std::size_t radix = shape_.radix[phase];
  const std::size_t width = columns.last - columns.first;
  const auto offset = [&](std::size_t k) { return k * shape_.stride[phase] + columns.first; };
  const auto copy = [&](std::size_t k) { return thread.a.data() + k % radix * width; };
  for (std::size_t k = 0; k < radix; ++k) std::copy_n(place.loads + offset(k), width, copy(k));
  for (std::size_t k = 0; k < radix; ++k) {
    rows_.shift({copy(k), copy(k + radix - 1), copy(k + radix - 2), copy(k + 1)},
                place.loads + offset(k), width, place.phase_counters.of(phase).at(offset(k)),
                nullptr);
  }
}

template <class L>
void LiquidCube<L>::deepen(const Place& place, std::size_t offset, const L* loads,
                           std::size_t n) const {
  if (deepest_ != nullptr) {
    rows_.deepen(loads, n, deepest_ + place.phase_counters.first + offset);
  }
}

/// How many columns of a ring of rows are computed at once.
template <class L>
std::size_t LiquidCube<L>::at_once(std::size_t phase) const {
  const std::size_t lines = block_bytes / sizeof(L) / shape_.radix[phase] / loads_per_line<L>;
  return std::min(std::max<std::size_t>(1, lines) * loads_per_line<L>, shape_.stride[phase]);
}

template class LiquidCube<std::uint8_t>;
template class LiquidCube<std::uint16_t>;
template class LiquidCube<std::uint32_t>;
template class LiquidCube<std::uint64_t>;

}  // namespace isobar
