// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <future>
#include <gsl/span>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/types.h"
#include "waves/wave_block_maker.h"
#include "waves/wave_log.h"
#include "waves/wave_time.h"
#include "waves/wave_writer.h"

namespace isobar {

/// Gathers changes that are announced ahead of their cycles and hands them to a writer in order,
/// block by block. Where a signal changes several times in one cycle, only the last change is
/// written. A thread makes and writes a block while the announcements for the next one are
/// gathered.
class WaveTimeline {
 public:
  using Signal = WaveVariable;

  /// `clock`: cycles per second, at most 10^12, so that no two cycles share a picosecond.
  /// A block is written after `block_announcements` announcements, or a default number of them.
  WaveTimeline(std::unique_ptr<WaveWriter> writer, const Rational& clock,
               std::optional<std::size_t> block_announcements = {});

  /// The writer, at which scopes are opened and closed while signals are added; not afterwards.
  WaveWriter& writer() { return *writer_; }
  /// A signal of `bits` ≤ 64 bits that begins with the value `initial`.
  Signal add_number(const std::string& name, unsigned bits, std::int64_t initial);
  /// A signal whose value v shows as names[v]; the names must outlive the timeline.
  Signal add_state(const std::string& name, gsl::span<const std::string> names,
                   std::int64_t initial);
  /// An event, which happens in some cycles and has no value between them.
  Signal add_event(const std::string& name);

  /// Lets changes be announced for the middles of cycles, which clocks need; to be called before
  /// the first change. Returns whether there are middles: not if the clock has more than 5 · 10^11
  /// cycles per second.
  bool halve_cycles();

  /// Announces that the signal has this value from `cycle` on; a negative number is written in
  /// two's complement. Throws ModelError if that cycle is over. If the value does not fit the
  /// signal, this call or a later one that writes throws ModelError.
  void change(Cycle cycle, Signal signal, std::int64_t value) {
    if (is_seen(cycle)) log_.change(cycle * ticks_, signal, stored(signal, value));
  }
  /// Announces a value from the middle of `cycle` on, after halve_cycles(). Throws as change().
  void change_halfway(Cycle cycle, Signal signal, std::int64_t value) {
    if (is_seen(cycle)) log_.change(cycle * ticks_ + 1, signal, stored(signal, value));
  }
  /// Announces that the signal has this value in the cycles from … to − 1. In `to` it falls back to
  /// 0, unless another value is announced for that cycle, before or after this call. Throws as
  /// change().
  void pulse(Cycle from, Cycle to, Signal signal, std::int64_t value) {
    if (is_seen(from)) log_.pulse(from * ticks_, to * ticks_, signal, stored(signal, value));
  }
  void happens(Cycle cycle, Signal event) { change(cycle, event, 1); }

  /// Sets the cycles `from` … `to` that are written; in `from` every signal is written with its
  /// value. Either bound can be set again as long as it has not passed.
  void show(Cycle from, Cycle to);

  /// Declares all cycles before `cycle` to be over: nothing may be announced for them any more.
  void write_before(Cycle cycle);
  /// Writes the rest up to and including cycle `end`, where the file ends. Changes announced for
  /// later cycles are dropped. Throws ValueError if the file could not be written whole.
  void finish(Cycle end);

  /// The time at which a cycle begins, in picoseconds, rounded to the nearest.
  std::uint64_t picoseconds(Cycle cycle) const { return isobar::picoseconds(cycle, clock_); }

 private:
  std::size_t enough() const;
  Cycle in_ticks(Cycle cycle) const;
  Signal add(unsigned bits, const WaveSignal& signal, std::int64_t initial);
  bool is_seen(Cycle cycle) const {
    if (cycle < open_from_) refuse(cycle);
    return cycle <= to_;
  }
  std::uint64_t stored(Signal signal, std::int64_t value) const {
    return value < 0 ? complement(signal, value) : static_cast<std::uint64_t>(value);
  }
  [[noreturn]] void refuse(Cycle cycle) const;
  /// A negative number in two's complement. Throws ModelError if it does not fit.
  std::uint64_t complement(Signal signal, std::int64_t value) const;

  /// Waits for the block under way and hands over the announcements gathered, to be written up to
  /// `limit`.
  WaveStretch close_log(Cycle limit);
  /// Writes the announcements that close_log handed over.
  void write(const WaveStretch& stretch);

  std::unique_ptr<WaveWriter> writer_;
  Rational clock_;
  std::optional<std::size_t> block_announcements_;
  std::vector<unsigned> bits_;  ///< by signal; 0 unless it is a number
  WaveLog log_;
  Cycle from_ = 0;
  Cycle to_ = std::numeric_limits<Cycle>::max();
  Cycle open_from_ = 0;  ///< all cycles before this one are over
  Cycle ticks_ = 1;      ///< of a cycle, in which the logs and the blocks count
  bool begun_ = false;   ///< whether `from_` has been handed over

  WaveLog closed_log_;  ///< the log that is being written
  WaveBlockMaker blocks_;
  std::future<void> writing_;  ///< declared last, so that it ends before the others are destroyed
};

}  // namespace isobar
