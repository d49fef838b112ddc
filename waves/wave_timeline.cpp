// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/errors.h"

namespace isobar {
namespace {

/// With so many parts, a usual one of 100,000 announcements takes 0.8 MB.
constexpr std::size_t parts_of_block = 10;

}  // namespace

WaveTimeline::WaveTimeline(std::unique_ptr<WaveWriter> writer, const Rational& clock,
                           std::optional<std::size_t> block_announcements)
    : writer_(std::move(writer)),
      clock_(clock),
      block_announcements_(block_announcements),
      blocks_(clock) {}

WaveTimeline::Signal WaveTimeline::add_number(const std::string& name, unsigned bits,
                                              std::int64_t initial) {
  writer_->add_vector(name, bits);
  return add(bits, {~std::uint64_t{0} >> (64 - bits)}, initial);
}

WaveTimeline::Signal WaveTimeline::add_state(const std::string& name,
                                             gsl::span<const std::string> names,
                                             std::int64_t initial) {
  writer_->add_state(name, names);
  return add(0, {names.size() - 1}, initial);
}

WaveTimeline::Signal WaveTimeline::add_event(const std::string& name) {
  writer_->add_event(name);
  return add(0, {1, true}, 0);
}

bool WaveTimeline::halve_cycles() {
  constexpr std::int64_t fastest = 500'000'000'000;
  if (ticks_ == 2) return true;
  if (clock_ > Rational(fastest)) return false;
  ticks_ = 2;
  blocks_.count_in(clock_ * ticks_);
  return true;
}

WaveTimeline::Signal WaveTimeline::add(unsigned bits, const WaveSignal& signal,
                                       std::int64_t initial) {
  const auto number = static_cast<Signal>(bits_.size());
  bits_.push_back(bits);
  blocks_.add(signal, stored(number, initial));
  for (auto* log : {&log_, &closed_log_}) log->divide(enough() / parts_of_block + 1);
  return number;
}

std::uint64_t WaveTimeline::complement(Signal signal, std::int64_t value) const {
  const auto bits = bits_[signal];
  const auto least = bits == 0 ? 0 : std::numeric_limits<std::int64_t>::min() >> (64 - bits);
  if (value < least) {
    throw ModelError(fmt::format("signal {} of the waves cannot hold {}", signal, value));
  }
  return static_cast<std::uint64_t>(value) & ~std::uint64_t{0} >> (64 - bits);
}

void WaveTimeline::refuse(Cycle cycle) const {
  throw ModelError(
      fmt::format("a change in cycle {} is announced when cycle {} has begun", cycle, open_from_));
}

void WaveTimeline::show(Cycle from, Cycle to) {
  from_ = from;
  to_ = to;
}

void WaveTimeline::write_before(Cycle cycle) {
  open_from_ = std::max(open_from_, cycle);
  if (log_.size() < enough()) return;
  const auto stretch = close_log(cycle);
  writing_ = std::async(std::launch::async, [this, stretch] { write(stretch); });
}

/// The number of announcements that are enough for a block, which costs something for every signal.
std::size_t WaveTimeline::enough() const {
  constexpr std::size_t least = std::size_t{1} << 20;
  constexpr std::size_t per_signal = 4;
  return block_announcements_.value_or(std::max(least, per_signal * bits_.size()));
}

void WaveTimeline::finish(Cycle end) {
  open_from_ = std::max(open_from_, end + 1);
  auto stretch = close_log(end + 1);
  stretch.end = in_ticks(end);
  write(stretch);
  writer_->close();
}

/// The last cycle of all stands for a bound that is not known yet.
Cycle WaveTimeline::in_ticks(Cycle cycle) const {
  constexpr auto most = std::numeric_limits<Cycle>::max();
  return cycle > most / ticks_ ? most : cycle * ticks_;
}

WaveStretch WaveTimeline::close_log(Cycle limit) {
  if (writing_.valid()) writing_.get();
  std::swap(log_, closed_log_);
  log_.clear();
  WaveStretch stretch;
  stretch.from = in_ticks(from_);
  stretch.limit = to_ < limit ? in_ticks(to_) + 1 : in_ticks(limit);
  stretch.begins = !begun_ && stretch.limit > from_;
  begun_ = begun_ || stretch.begins;
  return stretch;
}

void WaveTimeline::write(const WaveStretch& stretch) {
  const auto& block = blocks_.make(closed_log_, stretch);
  if (!block.times.empty()) writer_->write(block);
}

}  // namespace isobar
