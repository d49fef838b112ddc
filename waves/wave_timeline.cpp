// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/errors.h"

namespace isobar {

WaveTimeline::WaveTimeline(std::unique_ptr<WaveWriter> writer, const Rational& clock)
    : writer_(std::move(writer)), clock_(clock) {}

WaveTimeline::Signal WaveTimeline::add_number(const std::string& name, unsigned bits,
                                              std::int64_t initial) {
  return add({writer_->add_vector(name, bits), Kind::number, bits, {}, initial});
}

WaveTimeline::Signal WaveTimeline::add_state(const std::string& name,
                                             gsl::span<const std::string> names,
                                             std::int64_t initial) {
  return add({writer_->add_text(name), Kind::state, 0, names, initial});
}

WaveTimeline::Signal WaveTimeline::add_event(const std::string& name) {
  return add({writer_->add_event(name), Kind::event, 1, {}, 0});
}

WaveTimeline::Signal WaveTimeline::add(const State& state) {
  signals_.push_back(state);
  return static_cast<Signal>(signals_.size() - 1);
}

WaveTimeline::Instant& WaveTimeline::find_instant(Cycle cycle) {
  if (cycle < open_from_) {
    throw ModelError(fmt::format("a change in cycle {} is announced when cycle {} has begun", cycle,
                                 open_from_));
  }
  auto at = instants_.lower_bound(cycle);
  if (at == instants_.end() || at->first != cycle) {
    if (spare_.empty()) {
      at = instants_.emplace_hint(at, cycle, Instant{});
    } else {
      spare_.back().key() = cycle;
      at = instants_.insert(at, std::move(spare_.back()));
      spare_.pop_back();
    }
  }
  latest_ = &at->second;
  latest_cycle_ = cycle;
  return *latest_;
}

void WaveTimeline::show(Cycle from, Cycle to) {
  from_ = from;
  to_ = to;
}

void WaveTimeline::write_before(Cycle cycle) {
  const auto comes_before = [this](Cycle limit) {
    return !instants_.empty() && instants_.begin()->first < limit &&
           instants_.begin()->first <= to_;
  };
  if (!begun_) {
    while (comes_before(std::min(cycle, from_))) take_first();
    if (cycle > from_) begin();
  }
  while (comes_before(cycle)) {
    const Cycle first = instants_.begin()->first;
    take_first();
    write_due(first);
  }
  if (cycle <= open_from_) return;
  open_from_ = cycle;
  latest_ = nullptr;
}

void WaveTimeline::take_first() {
  auto node = instants_.extract(instants_.begin());
  auto& [changes, fall_backs] = node.mapped();
  for (const auto* list : {&fall_backs, &changes}) {
    for (const auto& [signal, value] : *list) {
      auto& state = signals_[signal];
      state.next = value;
      if (!state.is_due) due_.push_back(signal);
      state.is_due = true;
    }
  }
  changes.clear();
  fall_backs.clear();
  spare_.push_back(std::move(node));
  latest_ = nullptr;
}

/// In the first cycle that is seen everything has a value; events before it are past.
void WaveTimeline::begin() {
  const auto clear_due = [this] {
    for (const auto signal : due_) signals_[signal].is_due = false;
    due_.clear();
  };
  clear_due();
  if (!instants_.empty() && instants_.begin()->first == from_) take_first();
  std::vector<Signal> first;
  for (Signal signal = 0; signal < signals_.size(); ++signal) {
    const auto& state = signals_[signal];
    if (state.kind != Kind::event || state.is_due) first.push_back(signal);
  }
  clear_due();
  due_ = std::move(first);
  begun_ = true;
  write_due(from_);
}

void WaveTimeline::write_due(Cycle cycle) {
  bool timed = false;
  for (const auto signal : due_) {
    auto& state = signals_[signal];
    state.is_due = false;
    if (state.kind != Kind::event && state.is_written && state.written == state.next) continue;
    if (!timed) writer_->at(picoseconds(cycle));
    timed = true;
    last_ = cycle;
    write(state);
  }
  due_.clear();
}

void WaveTimeline::write(State& state) {
  switch (state.kind) {
    case Kind::number:
      writer_->change_number(state.variable, state.bits, state.next);
      break;
    case Kind::state:
      writer_->change_text(state.variable, state.names[static_cast<std::size_t>(state.next)]);
      break;
    case Kind::event:
      writer_->change_bits(state.variable, "1");
      break;
  }
  state.written = state.next;
  state.is_written = true;
}

void WaveTimeline::finish(Cycle end) {
  write_before(end + 1);
  if (last_ < end) writer_->at(picoseconds(end));
  writer_->close();
}

}  // namespace isobar
