// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_arc.h"

#include <algorithm>

namespace isobar {

template <class L>
LiquidArc<L>::LiquidArc(std::size_t radix, const LiquidRows<L>& rows, Condition condition,
                        std::size_t first, std::size_t last, std::size_t chunk,
                        std::size_t most_steps)
    : radix_(radix),
      rows_(rows),
      condition_(condition),
      below_(static_cast<std::size_t>(Reach(condition).below)),
      above_(static_cast<std::size_t>(Reach(condition).above)),
      first_(first),
      last_(last),
      chunk_(std::min(chunk, last - first)),
      now_(chunk_ + (below_ + above_) * most_steps),
      next_(now_.size()),
      kept_below_(below_),
      kept_above_(above_) {}

/// Copies n loads from position `first` on, which may lie before 0 or after the ring's end.
template <class L>
void LiquidArc<L>::copy(const L* from, std::ptrdiff_t first, std::size_t n, L* to) const {
  const auto radix = static_cast<std::ptrdiff_t>(radix_);
  auto at = static_cast<std::size_t>((first % radix + radix) % radix);
  while (n > 0) {
    const std::size_t part = std::min(n, radix_ - at);
    to = std::copy_n(from + at, part, to);
    n -= part;
    at = 0;
  }
}

template <class L>
void LiquidArc<L>::keep(const L* from) {
  copy(from, static_cast<std::ptrdiff_t>(first_) - static_cast<std::ptrdiff_t>(below_), below_,
       kept_below_.data());
  copy(from, static_cast<std::ptrdiff_t>(last_), above_, kept_above_.data());
}

template <class L>
void LiquidArc<L>::run(const Pass<L>& pass) {
  for (std::size_t at = first_; at < last_; at += chunk_) {
    chunk(pass, at, std::min(chunk_, last_ - at));
  }
}

template <class L>
void LiquidArc<L>::fill(const Pass<L>& pass, std::size_t first, std::size_t n) {
  const std::size_t before = below_ * pass.steps;
  const std::size_t after = above_ * pass.steps;
  if (pass.from != pass.to) {
    copy(pass.from, static_cast<std::ptrdiff_t>(first) - static_cast<std::ptrdiff_t>(before),
         before + n + after, now_.data());
    return;
  }
  // The loads below the chunk are already overwritten in place, so they were kept: they are the end
  // of the chunk before.
  std::copy_n(kept_below_.data(), below_, now_.data());
  std::copy_n(pass.from + first, n, now_.data() + below_);
  const bool last = first + n == last_;
  std::copy_n(last ? kept_above_.data() : pass.from + first + n, above_, now_.data() + below_ + n);
  std::copy_n(now_.data() + n, below_, kept_below_.data());
}

template <class L>
void LiquidArc<L>::chunk(const Pass<L>& pass, std::size_t first, std::size_t n) {
  fill(pass, first, n);
  const std::size_t own = below_ * pass.steps;  // where the chunk itself begins
  std::size_t end = own + n + above_ * pass.steps;
  L* now = now_.data();
  L* next = next_.data();
  for (std::size_t step = 0; step < pass.steps; ++step) {
    const auto counters = first == 0 ? pass.phase_counters.of(0) : RowCounters{};
    const auto load = [&](std::size_t i) { return static_cast<std::int64_t>(now[i] / 2); };
    if (counters.sent != nullptr &&
        shifts(condition_, load(own), load(own - 1), load(own + above_))) {
      *counters.sent = static_cast<std::uint8_t>(*counters.sent + counters.unit);
    }
    const std::size_t begin = below_ * (step + 1);
    end -= above_;
    const bool last = step + 1 == pass.steps;
    const auto part = [&](std::size_t from, std::size_t to, Extremes<L>* extremes) {
      if (from == to) return;
      const L* at = now + from;
      rows_.shift({at, at - 1, at - below_, at + above_},
                  last ? pass.to + first + (from - own) : next + from, to - from, {}, extremes);
    };
    part(begin, own, nullptr);
    part(own, own + n, &pass.extremes[step]);
    part(own + n, end, nullptr);
    std::swap(now, next);
  }
}

template class LiquidArc<std::uint8_t>;
template class LiquidArc<std::uint16_t>;
template class LiquidArc<std::uint32_t>;
template class LiquidArc<std::uint64_t>;

}  // namespace isobar
