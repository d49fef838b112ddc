// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_bricks.h"

#include <algorithm>

namespace isobar {
namespace {

constexpr std::size_t bytes_at_once = 8192;  // bytes of rows that go through a step together

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
      margin_(below_ * static_cast<std::ptrdiff_t>(most_steps) + 1),
      at_once_(static_cast<std::ptrdiff_t>(
          std::max<std::size_t>(1, bytes_at_once / (width_ * sizeof(L))))),
      room_((width_ / loads_per_line<L> + 3) * loads_per_line<L>),
      step_room_(static_cast<std::size_t>(margin_ + brick_ +
                                          above_ * static_cast<std::ptrdiff_t>(most_steps)) *
                 width_),
      passed_(2 * static_cast<std::size_t>(at_once_) * room_),
      row_woven_(most_steps * room_),
      row_older_(hears_predecessor(condition) ? most_steps * room_ : 0),
      plane_woven_(most_steps * step_room_),
      plane_older_(hears_predecessor(condition) ? most_steps * step_room_ : 0),
      no_loads_(room_),
      no_counters_(room_),
      strands_(static_cast<std::size_t>(at_once_)),
      extremes_(most_steps + 1) {}

template <class L>
void LiquidBricks<L>::run(const Pass<L>& pass) {
  std::fill(extremes_.begin(), extremes_.end(), LineExtremes<L>());
  const auto steps = static_cast<std::ptrdiff_t>(pass.steps);
  for (std::ptrdiff_t first = 0; first < height_; first += brick_) {
    const Brick brick = {first, std::min(brick_, height_ - first)};
    const auto end = brick.size + above_ * steps;
    for (auto plane = -below_ * steps; plane < size_ + above_ * steps; ++plane) {
      for (auto row = -below_ * steps; row < end; row += at_once_) {
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
void LiquidBricks<L>::read(const Pass<L>& pass, const Brick& brick, Rows rows) {
  const auto steps = static_cast<std::ptrdiff_t>(pass.steps);
  const bool counts = !pass.phase_counters.by_phase.empty();
  L* loads = passed_.data() + loads_per_line<L>;
  L* next = loads + static_cast<std::size_t>(at_once_) * room_;
  fetch(pass, brick, rows, loads);
  for (std::ptrdiff_t step = 0; step < steps; ++step) {
    const auto number = static_cast<std::size_t>(step);
    const auto lowest = -below_ * (steps - step);
    if (rows.plane < lowest) return;
    const auto skipped = std::clamp<std::ptrdiff_t>(lowest - rows.first, 0, rows.n);
    loads += static_cast<std::size_t>(skipped) * room_;
    rows.first += skipped;
    rows.n -= skipped;
    if (rows.n == 0) return;
    close(loads, rows.n);
    for (std::ptrdiff_t i = 0; i < rows.n; ++i) {
      const auto row = rows.first + i;
      const auto at = static_cast<std::size_t>(i) * room_;
      const bool ready = inside(brick, rows.plane - above_, row - above_);
      auto& strand = strands_[static_cast<std::size_t>(i)];
      strand.from = loads + at;
      strand.to = next + at;
      strand.plane = woven(number, row - above_);
      strand.extremes = &extremes_[ready ? number : extremes_.size() - 1];
      if (step + 1 == steps) {
        strand.to =
            ready ? pass.to + place(brick, rows.plane - above_, row - above_) : no_loads_.data();
      }
      strand.first = strand.second = {};
      if (!counts) continue;
      strand.first = strand.second = {no_counters_.data(), pass.phase_counters.of(0).unit};
      if (inside(brick, rows.plane, row)) {
        strand.first = pass.phase_counters.at(place(brick, rows.plane, row)).of(0);
      }
      if (inside(brick, rows.plane, row - above_)) {
        strand.second = pass.phase_counters.at(place(brick, rows.plane, row - above_)).of(1);
      }
    }
    const Weft<L> weft = {row_woven_.data() + number * room_,
                          row_older_.size() == 0 ? nullptr : row_older_.data() + number * room_};
    rows_.braid({strands_.data(), static_cast<std::size_t>(rows.n)}, weft, width_);
    if (counts) count_first_plane(pass, brick, rows, number);
    std::swap(loads, next);
    rows.plane -= above_;
    rows.first -= above_;
  }
}

template <class L>
void LiquidBricks<L>::fetch(const Pass<L>& pass, const Brick& brick, const Rows& rows,
                            L* to) const {
  for (std::ptrdiff_t i = 0; i < rows.n; ++i) {
    const L* row = pass.from + place(brick, rows.plane, rows.first + i);
    std::copy_n(row, width_, to + static_cast<std::size_t>(i) * room_);
  }
}

/// Copies the ends of `n` rows before their beginnings, and the beginnings behind the ends.
template <class L>
void LiquidBricks<L>::close(L* loads, std::ptrdiff_t n) const {
  for (L* row = loads; n > 0; --n, row += room_) {
    row[-1] = row[width_ - 1];
    row[-2] = row[width_ - 2];
    row[width_] = row[0];
  }
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
  const auto wrapped = [](std::ptrdiff_t at, std::ptrdiff_t radix) {
    return (at % radix + radix) % radix;
  };
  return static_cast<std::size_t>(wrapped(first_ + plane, radix_) * height_ +
                                  wrapped(brick.first + row, height_)) *
         width_;
}

template <class L>
bool LiquidBricks<L>::inside(const Brick& brick, std::ptrdiff_t plane, std::ptrdiff_t row) const {
  return plane >= 0 && plane < size_ && row >= 0 && row < brick.size;
}

/// A row as the plane before holds it in a step.
template <class L>
Weft<L> LiquidBricks<L>::woven(std::size_t step, std::ptrdiff_t row) {
  const std::size_t at = step * step_room_ + static_cast<std::size_t>(row + margin_) * width_;
  return {plane_woven_.data() + at, plane_older_.size() == 0 ? nullptr : plane_older_.data() + at};
}

template class LiquidBricks<std::uint8_t>;
template class LiquidBricks<std::uint16_t>;
template class LiquidBricks<std::uint32_t>;
template class LiquidBricks<std::uint64_t>;

}  // namespace isobar
