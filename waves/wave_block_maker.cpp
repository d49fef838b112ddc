// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_block_maker.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "waves/wave_time.h"

namespace isobar {

void WaveBlockMaker::add(const WaveSignal& signal, std::uint64_t initial) {
  signals_.push_back(signal);
  values_.push_back(initial);
}

const WaveBlock& WaveBlockMaker::make(const WaveLog& log, const WaveStretch& stretch) {
  left_.swap(later_);
  later_.clear();
  order(log, stretch);
  columns_.begin(block_, signals_.size());
  block_.columns.clear();
  block_.before.clear();
  const auto from = place(stretch.from);
  const auto limit = place(stretch.limit);
  for (std::uint32_t signal = 0; signal < signals_.size(); ++signal) {
    if (follow_twin(signal)) continue;
    gather(signal);
    leave_later(signal, limit);
    drop_unseen(signal, from);
    block_.before.push_back(values_[signal]);
    if (stretch.begins && !signals_[signal].is_event) begin(signal, from);
    drop_unchanged(signal);
    block_.columns.push_back(columns_.add(block_, changes_));
  }
  if (stretch.end && last_ < *stretch.end) times_[place(*stretch.end)] = 1;
  number_times();
  return block_;
}

/// Sorts the cycles of the log and, by signal, its entries.
void WaveBlockMaker::order(const WaveLog& log, const WaveStretch& stretch) {
  cycles_ = {stretch.from};
  if (stretch.end) cycles_.push_back(*stretch.end);
  for (const auto& later : left_) cycles_.push_back(later.cycle);
  for (const auto& part : log.parts()) {
    for (const auto& [from, to] : part.spans) cycles_.insert(cycles_.end(), {from, to});
  }
  std::sort(cycles_.begin(), cycles_.end());
  cycles_.erase(std::unique(cycles_.begin(), cycles_.end()), cycles_.end());
  times_.assign(cycles_.size(), 0);

  at_ = left_.begin();
  spans_.resize(log.parts().size());
  auto places = spans_.begin();
  for (const auto& part : log.parts()) {
    places->clear();
    for (const auto& [from, to] : part.spans) places->push_back({place(from), place(to)});
    ++places;
  }
  const auto signals = static_cast<std::uint32_t>(signals_.size());
  log_.sort(log, signals);
  twins_.begin(signals);
  values_before_ = values_;
}

/// The place of the first cycle that is not earlier than `cycle`.
WaveBlockMaker::Place WaveBlockMaker::place(Cycle cycle) const {
  const auto at = std::lower_bound(cycles_.begin(), cycles_.end(), cycle);
  return static_cast<Place>(at - cycles_.begin());
}

/// Copies the changes of a twin, if there is one: a signal with the same value before and the same
/// announcements, which therefore changes in the same way and leaves the same for later. Most links
/// of a fabric have a twin.
bool WaveBlockMaker::follow_twin(std::uint32_t signal) {
  if (at_ != left_.end() && at_->signal == signal) return false;
  const auto before = values_before_[signal];
  const auto twin = twins_.find(log_, signal, before, [&](std::uint32_t other) {
    return values_before_[other] == before && signals_[other] == signals_[signal];
  });
  if (twin == TwinIndex::none) return false;
  block_.columns.push_back(block_.columns[twin]);
  block_.before.push_back(block_.before[twin]);
  values_[signal] = values_[twin];
  const auto of_twin =
      std::lower_bound(later_.begin(), later_.end(), twin,
                       [](const Later& later, std::uint32_t of) { return later.signal < of; });
  for (auto i = static_cast<std::size_t>(of_twin - later_.begin());
       i < later_.size() && later_[i].signal == twin; ++i) {
    later_.push_back({signal, later_[i].cycle, later_[i].value});
  }
  return true;
}

/// Collects what is announced for a signal, with one change for each cycle.
void WaveBlockMaker::gather(std::uint32_t signal) {
  changes_.clear();
  for (; at_ != left_.end() && at_->signal == signal; ++at_) change(place(at_->cycle), at_->value);
  for (std::size_t part = 0; part < log_.parts(); ++part) gather(signal, part);
}

void WaveBlockMaker::gather(std::uint32_t signal, std::size_t part) {
  const auto largest = signals_[signal].largest;
  std::uint64_t more = 0;
  for (const auto& entry : log_.range(part, signal)) {
    const auto value = more << 16 | entry.value;
    more = 0;
    if (entry.kind() == WaveLog::Kind::more) {
      more = value;
      continue;
    }
    if (value > largest) {
      throw ModelError(fmt::format("signal {} of the waves cannot hold {}", signal, value));
    }
    const auto& [from, to] = spans_[part][entry.span];
    change(from, value);
    if (entry.kind() == WaveLog::Kind::pulse) fall_back(to);
  }
}

void WaveBlockMaker::change(Place place, std::uint64_t value) {
  if (changes_.empty() || changes_.back().time < place) {
    changes_.emplace_back(value, place);
  } else {
    find(place).value = value;
  }
}

void WaveBlockMaker::fall_back(Place place) {
  if (changes_.empty() || changes_.back().time < place) {
    changes_.emplace_back(0, place);
  } else {
    find(place);
  }
}

/// Announcements come almost in order, so the place is near the end.
WaveChange& WaveBlockMaker::find(Place place) {
  auto at = changes_.end();
  while (at != changes_.begin() && (at - 1)->time > place) --at;
  if (at != changes_.begin() && (at - 1)->time == place) return *(at - 1);
  return *changes_.insert(at, {0, place});
}

void WaveBlockMaker::leave_later(std::uint32_t signal, Place limit) {
  auto at = changes_.end();
  while (at != changes_.begin() && (at - 1)->time >= limit) --at;
  for (auto later = at; later != changes_.end(); ++later) {
    later_.push_back({signal, cycles_[later->time], later->value});
  }
  changes_.erase(at, changes_.end());
}

void WaveBlockMaker::drop_unseen(std::uint32_t signal, Place from) {
  auto seen = changes_.begin();
  while (seen != changes_.end() && seen->time < from) ++seen;
  if (seen != changes_.begin()) values_[signal] = (seen - 1)->value;
  changes_.erase(changes_.begin(), seen);
}

void WaveBlockMaker::begin(std::uint32_t signal, Place from) {
  if (changes_.empty() || changes_.front().time != from) {
    changes_.insert(changes_.begin(), {values_[signal], from});
  }
  values_[signal] = ~changes_.front().value;  // differs, so that the first value is a change
}

/// Drops changes to the value that a signal already has; events are all kept.
void WaveBlockMaker::drop_unchanged(std::uint32_t signal) {
  auto value = values_[signal];
  auto kept = changes_.begin();
  for (const auto& change : changes_) {
    if (change.value == value && !signals_[signal].is_event) continue;
    value = change.value;
    times_[change.time] = 1;
    *kept++ = change;
  }
  changes_.erase(kept, changes_.end());
  values_[signal] = value;
}

/// Gives numbers to the cycles in which anything changes, which are the times of the block.
void WaveBlockMaker::number_times() {
  block_.times.clear();
  for (std::size_t place = 0; place < cycles_.size(); ++place) {
    if (times_[place] == 0) continue;
    times_[place] = static_cast<std::uint32_t>(block_.times.size());
    block_.times.push_back(picoseconds(cycles_[place], clock_));
    last_ = cycles_[place];
  }
  for (auto& change : block_.changes) change.time = times_[change.time];
}

}  // namespace isobar
