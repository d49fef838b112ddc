// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_bricks.h"

#include <algorithm>

namespace isobar {
namespace {

constexpr std::size_t bytes_at_once = 8192;  // bytes of rows that are read together
constexpr std::size_t least_at_once = 8;     // rows; to begin a strip costs as much as some of them

/// A coordinate of a ring. It is mostly in it, or near, so that no division is needed.
std::ptrdiff_t wrapped(std::ptrdiff_t at, std::ptrdiff_t radix) {
  while (at < 0) at += radix;
  while (at >= radix) at -= radix;
  return at;
}

/// Prefetches a row into the second-level cache, to be written or only read.
template <bool write, class L>
void ask(const L* row, std::size_t width) {
  for (std::size_t i = 0; i < width; i += loads_per_line<L>) __builtin_prefetch(row + i, write, 2);
}

}  // namespace

template <class L>
LiquidBricks<L>::LiquidBricks(const LiquidShape& shape, const LiquidRows<L>& rows,
                              Condition condition, std::size_t first, std::size_t last,
                              std::size_t height, std::size_t most_steps)
    : rows_(rows),
      radix_(static_cast<std::ptrdiff_t>(shape.radix[2])),
      height_(static_cast<std::ptrdiff_t>(shape.radix[1])),
      width_(shape.radix[0]),
      below_(Reach(condition).below),
      first_(static_cast<std::ptrdiff_t>(first)),
      size_(static_cast<std::ptrdiff_t>(last - first)),
      brick_(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(height), 1, height_)),
      closed_(brick_ == height_),
      margin_(below_ * static_cast<std::ptrdiff_t>(most_steps) + 1),
      at_once_(static_cast<std::ptrdiff_t>(
          std::max<std::size_t>(least_at_once, bytes_at_once / (width_ * sizeof(L))))),
      most_(at_once_ + (closed_ ? below_ + above_ : 0) * static_cast<std::ptrdiff_t>(most_steps)),
      room_(((width_ - 1) / loads_per_line<L> + 2) * loads_per_line<L>),
      step_room_(static_cast<std::size_t>(2 * margin_ + brick_) * room_),
      passed_(2 * static_cast<std::size_t>(most_) * room_ + 2 * loads_per_line<L>),
      kept_(closed_ ? most_steps * static_cast<std::size_t>(below_ + above_) * room_ : 0),
      row_woven_(most_steps * room_),
      row_older_(hears_predecessor(condition) ? most_steps * room_ : 0),
      plane_woven_(most_steps * step_room_),
      plane_older_(hears_predecessor(condition) ? most_steps * step_room_ : 0),
      no_loads_(room_),
      no_counters_(room_),
      extremes_(most_steps + 1) {}

template <class L>
void LiquidBricks<L>::run(const Pass<L>& pass) {
  std::fill(extremes_.begin(), extremes_.end(), LineExtremes<L>());
  const auto steps = static_cast<std::ptrdiff_t>(pass.steps);
  for (std::ptrdiff_t first = 0; first < height_; first += brick_) {
    const Brick brick = {first, 0, std::min(brick_, height_ - first)};
    const auto begin = closed_ ? 0 : -below_ * steps;
    const auto end = closed_ ? height_ : brick.size + above_ * steps;
    for (auto plane = -below_ * steps; plane < size_ + above_ * steps; ++plane) {
      for (auto row = begin; row < end; row += at_once_) {
        read(pass, brick, {plane, row, std::min(at_once_, end - row)});
      }
    }
  }
  for (std::size_t step = 0; step < pass.steps; ++step) {
    pass.extremes[step].join(extremes_[step].joined());
  }
}

/// Takes rows through step 1, after which those before them in the plane before can go through step
/// 2, and so on.
template <class L>
void LiquidBricks<L>::read(const Pass<L>& pass, Brick brick, Rows rows) {
  const auto steps = static_cast<std::ptrdiff_t>(pass.steps);
  L* loads = passed_.data() + loads_per_line<L>;
  L* next = loads + static_cast<std::size_t>(most_) * room_;
  fetch(pass, brick, rows, loads);
  for (std::ptrdiff_t step = 0; step < steps; ++step) {
    const auto number = static_cast<std::size_t>(step);
    if (rows.plane < -below_ * (steps - step)) return;
    const auto begin = closed_ ? below_ * step : -below_ * (steps - step);
    const auto skipped = std::clamp<std::ptrdiff_t>(begin - rows.first, 0, rows.n);
    loads += static_cast<std::size_t>(skipped) * room_;
    rows.first += skipped;
    rows.n -= skipped;
    if (rows.n == 0) return;
    if (closed_) {
      brick.own = begin + below_;
      turn(number, begin, rows, loads);
    }
    close(loads, rows.n);
    braid(pass, brick, rows, number, loads, next);
    if (!pass.phase_counters.by_phase.empty()) count_first_plane(pass, brick, rows, number);
    std::swap(loads, next);
    rows.plane -= above_;
    rows.first -= above_;
  }
}

/// Reads rows, and asks for those that are read next and for where the last step writes.
template <class L>
void LiquidBricks<L>::fetch(const Pass<L>& pass, const Brick& brick, const Rows& rows,
                            L* to) const {
  const auto width = width_;
  const auto steps = static_cast<std::ptrdiff_t>(pass.steps);
  for (std::ptrdiff_t i = 0; i < rows.n; ++i) {
    const auto row = rows.first + i;
    std::copy_n(pass.from + place(brick, rows.plane, row), width,
                to + static_cast<std::size_t>(i) * room_);
    ask<false>(pass.from + place(brick, rows.plane, row + at_once_), width);
    if (rows.plane < steps) continue;
    ask<true>(pass.to + place(brick, rows.plane - steps, row - steps), width);
  }
}

/// Keeps the first rows of a plane that a step reads, and puts them once more behind the last.
template <class L>
void LiquidBricks<L>::turn(std::size_t step, std::ptrdiff_t begin, Rows& rows, L* loads) {
  const auto twice = below_ + above_;
  L* kept = kept_.data() + step * static_cast<std::size_t>(twice) * room_;
  const auto row = [this](L* of, std::ptrdiff_t i) {
    return of + static_cast<std::size_t>(i) * room_;
  };
  const auto old = rows.first - begin;
  for (auto i = old; i < std::min(old + rows.n, twice); ++i) {
    std::copy_n(row(loads, i - old), width_, row(kept, i));
  }
  if (old + rows.n < height_) return;
  for (std::ptrdiff_t i = 0; i < twice; ++i) {
    std::copy_n(row(kept, i % height_), width_, row(loads, rows.n++));
  }
}

/// Copies the ends of `n` rows before their beginnings, and the beginnings behind the ends.
template <class L>
void LiquidBricks<L>::close(L* loads, std::ptrdiff_t n) const {
  const auto width = width_;  // which the compiler must assume that a load changes
  const auto room = room_;
  for (L* row = loads; n > 0; --n, row += room) {
    row[-1] = row[width - 1];
    if (below_ > 1) row[-2] = row[width - 2];
    row[width] = row[0];
  }
}

/// Takes rows through a step, those at the brick's edges by themselves.
template <class L>
void LiquidBricks<L>::braid(const Pass<L>& pass, const Brick& brick, const Rows& rows,
                            std::size_t step, const L* from, L* to) {
  const bool last = step + 1 == pass.steps;
  Strand<L> strand{};
  strand.row = {row_woven_.data() + step * room_,
                row_older_.size() == 0 ? nullptr : row_older_.data() + step * room_};
  strand.plane_pitch = room_;
  for (auto row = rows.first; row < rows.first + rows.n;) {
    const auto ready = row - above_;
    const auto n = std::min({rows.first + rows.n - row, alike(brick, row), alike(brick, ready)});
    const auto at = static_cast<std::size_t>(row - rows.first) * room_;
    const bool own = inside(brick, rows.plane - above_, ready);
    strand.rows = static_cast<std::size_t>(n);
    strand.from = {from + at, room_};
    strand.to = {to + at, room_};
    if (last && own) strand.to = {pass.to + place(brick, rows.plane - above_, ready), width_};
    if (last && !own) strand.to = {no_loads_.data(), 0};
    strand.plane = woven(step, ready);
    strand.soon = last ? strand.plane.woven : woven(step + 1, ready - above_).woven;
    strand.extremes = &extremes_[own ? step : extremes_.size() - 1];
    if (!pass.phase_counters.by_phase.empty()) count(pass, brick, {rows.plane, row, n}, strand);
    rows_.braid(strand, width_);
    row += n;
  }
}

/// Sets a strand's counters. Rows outside the brick count where nobody looks.
template <class L>
void LiquidBricks<L>::count(const Pass<L>& pass, const Brick& brick, const Rows& rows,
                            Strand<L>& strand) {
  const auto pile = [&](std::size_t phase, std::ptrdiff_t row) -> Pile<std::uint8_t> {
    if (!inside(brick, rows.plane, row)) return {no_counters_.data(), 0};
    return {pass.phase_counters.at(place(brick, rows.plane, row)).of(phase).sent, width_};
  };
  strand.first = pile(0, rows.first);
  strand.second = pile(1, rows.first - above_);
  strand.unit = pass.phase_counters.of(0).unit;
}

/// Counts the transfers of the fabric's first plane in the last phase, when what is woven belongs
/// to the second plane and marks what the first has just sent.
template <class L>
void LiquidBricks<L>::count_first_plane(const Pass<L>& pass, const Brick& brick, const Rows& rows,
                                        std::size_t step) {
  if (first_ != 0 || rows.plane != above_) return;
  const auto counters = pass.phase_counters.of(2);
  for (auto row = rows.first - above_; row < rows.first - above_ + rows.n; ++row) {
    if (!inside(brick, 0, row)) continue;
    const L* marked = woven(step, row).woven;
    std::uint8_t* sent = counters.sent + place(brick, 0, row);
    for (std::size_t i = 0; i < width_; ++i) {
      sent[i] = static_cast<std::uint8_t>(sent[i] + (marked[i] % 2 == 0 ? counters.unit : 0));
    }
  }
}

/// The place in the fabric of a row of the brick.
template <class L>
std::size_t LiquidBricks<L>::place(const Brick& brick, std::ptrdiff_t plane,
                                   std::ptrdiff_t row) const {
  return static_cast<std::size_t>(wrapped(first_ + plane, radix_) * height_ +
                                  wrapped(brick.first + row, height_)) *
         width_;
}

template <class L>
bool LiquidBricks<L>::inside(const Brick& brick, std::ptrdiff_t plane, std::ptrdiff_t row) const {
  return plane >= 0 && plane < size_ && row >= brick.own && row < brick.own + brick.size;
}

/// How many rows from `row` on are all in the brick and lie one after the other in the fabric, or
/// are all outside of it.
template <class L>
std::ptrdiff_t LiquidBricks<L>::alike(const Brick& brick, std::ptrdiff_t row) const {
  const auto end = brick.own + brick.size;
  if (row < brick.own) return brick.own - row;
  if (row >= end) return most_;
  return std::min(end - row, height_ - wrapped(brick.first + row, height_));
}

/// A row as the plane before holds it in a step.
template <class L>
Weft<L> LiquidBricks<L>::woven(std::size_t step, std::ptrdiff_t row) {
  const std::size_t at = step * step_room_ + static_cast<std::size_t>(row + margin_) * room_;
  return {plane_woven_.data() + at, plane_older_.size() == 0 ? nullptr : plane_older_.data() + at};
}

template class LiquidBricks<std::uint8_t>;
template class LiquidBricks<std::uint16_t>;
template class LiquidBricks<std::uint32_t>;
template class LiquidBricks<std::uint64_t>;

}  // namespace isobar
