// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_timeline.h"

#include <fmt/format.h>

#include <utility>

#include "models/errors.h"

namespace isobar {

WaveTimeline::WaveTimeline(std::unique_ptr<WaveWriter> writer, const Rational& clock)
    : writer_(std::move(writer)), clock_(clock) {}

WaveTimeline::Signal WaveTimeline::add_number(const std::string& name, unsigned bits,
                                              std::int64_t initial) {
  const auto signal = static_cast<Signal>(signals_.size());
  signals_.push_back({writer_->add_vector(name, bits), bits, {}, initial});
  return signal;
}

WaveTimeline::Signal WaveTimeline::add_state(const std::string& name,
                                             gsl::span<const std::string> names,
                                             std::int64_t initial) {
  const auto signal = static_cast<Signal>(signals_.size());
  signals_.push_back({writer_->add_text(name), 0, names, initial});
  return signal;
}

void WaveTimeline::add(Cycle cycle, Signal signal, std::int64_t value, bool prevails) {
  if (cycle < open_from_) {
    throw ModelError(fmt::format("a change in cycle {} is announced when cycle {} has begun", cycle,
                                 open_from_));
  }
  constexpr auto last = std::uint64_t{1} << 63;
  changes_.push({cycle, announced_++ | (prevails ? last : 0), signal, value});
}

void WaveTimeline::write_before(Cycle cycle) {
  if (open_from_ == 0 && cycle > 0) write_cycle(0);
  while (!changes_.empty() && changes_.top().cycle < cycle) write_cycle(changes_.top().cycle);
  if (cycle > open_from_) open_from_ = cycle;
}

void WaveTimeline::write_cycle(Cycle cycle) {
  due_.clear();
  const auto mark_due = [this](Signal signal) {
    if (!signals_[signal].is_due) due_.push_back(signal);
    signals_[signal].is_due = true;
  };
  const bool first = open_from_ == 0 && cycle == 0;
  for (Signal signal = 0; first && signal < signals_.size(); ++signal) mark_due(signal);
  for (; !changes_.empty() && changes_.top().cycle == cycle; changes_.pop()) {
    mark_due(changes_.top().signal);
    signals_[changes_.top().signal].next = changes_.top().value;
  }
  bool timed = false;
  for (const auto signal : due_) {
    auto& state = signals_[signal];
    state.is_due = false;
    if (state.is_written && state.written == state.next) continue;
    if (!timed) writer_->at(picoseconds(cycle));
    timed = true;
    last_ = cycle;
    if (state.bits > 0) {
      writer_->change_number(state.variable, state.bits, state.next);
    } else {
      writer_->change_text(state.variable, state.names[static_cast<std::size_t>(state.next)]);
    }
    state.written = state.next;
    state.is_written = true;
  }
  open_from_ = cycle + 1;
}

void WaveTimeline::finish(Cycle end) {
  write_before(end + 1);
  if (last_ < end) writer_->at(picoseconds(end));
  writer_->close();
}

std::uint64_t WaveTimeline::picoseconds(Cycle cycle) const {
  __extension__ using Wide = unsigned __int128;
  constexpr std::uint64_t per_second = 1'000'000'000'000;
  const auto cycles = Wide{static_cast<std::uint64_t>(cycle)} * per_second *
                      static_cast<std::uint64_t>(clock_.denominator());
  const auto clock = Wide{static_cast<std::uint64_t>(clock_.numerator())};
  return static_cast<std::uint64_t>((2 * cycles + clock) / (2 * clock));
}

}  // namespace isobar
