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

/// Gathers changes that are announced ahead of their cycles and hands a writer the real ones, block
/// by block. Of several changes of a signal in one cycle the last holds, and only it is seen. While
/// a thread of its own makes and writes a block, announcements for the next are gathered.
class WaveTimeline {
 public:
  using Signal = WaveVariable;

  /// `clock`: cycles per second, at most 10^12, so that no two cycles share a picosecond.
  /// A block is written after so many announcements.
  WaveTimeline(std::unique_ptr<WaveWriter> writer, const Rational& clock,
               std::optional<std::size_t> block_announcements = {});

  /// Scopes are opened and closed between the signals, directly at the writer; not afterwards.
  WaveWriter& writer() { return *writer_; }
  /// A signal of `bits` ≤ 64 bits that begins with the value `initial`.
  Signal add_number(const std::string& name, unsigned bits, std::int64_t initial);
  /// A signal whose value v shows as names[v]; the names must outlive the timeline.
  Signal add_state(const std::string& name, gsl::span<const std::string> names,
                   std::int64_t initial);
  /// Something that happens in some cycles and has no value between them.
  Signal add_event(const std::string& name);

  /// From `cycle` on, the signal has this value, a number in two's complement if negative. Throws
  /// ModelError if that cycle is over. A value that does not fit the signal is refused with a
  /// ModelError now or by a later call that writes.
  void change(Cycle cycle, Signal signal, std::int64_t value) {
    if (is_seen(cycle)) log_.change(cycle, signal, stored(signal, value));
  }
  /// Likewise in the cycles from … to − 1; in `to` it falls back to 0, unless anything else is
  /// announced of it for that cycle, before or after.
  void pulse(Cycle from, Cycle to, Signal signal, std::int64_t value) {
    if (is_seen(from)) log_.pulse(from, to, signal, stored(signal, value));
  }
  void happens(Cycle cycle, Signal event) { change(cycle, event, 1); }

  /// Only the cycles `from` … `to` are seen; in `from` every signal has a value. Either can be set
  /// anew as long as it is not over.
  void show(Cycle from, Cycle to);

  /// All cycles before `cycle` are over: none of them may be announced any more.
  void write_before(Cycle cycle);
  /// Writes the rest up to and with cycle `end`, where the file ends. Changes announced for later
  /// are dropped. Throws ValueError if the file could not be written whole.
  void finish(Cycle end);

  /// The time at which a cycle begins, in picoseconds, rounded to the nearest.
  std::uint64_t picoseconds(Cycle cycle) const { return isobar::picoseconds(cycle, clock_); }

 private:
  std::size_t enough() const;
  Signal add(unsigned bits, const WaveSignal& signal, std::int64_t initial);
  bool is_seen(Cycle cycle) const {
    if (cycle < open_from_) refuse(cycle);
    return cycle <= to_;
  }
  std::uint64_t stored(Signal signal, std::int64_t value) const {
    return value < 0 ? complement(signal, value) : static_cast<std::uint64_t>(value);
  }
  [[noreturn]] void refuse(Cycle cycle) const;
  /// Of a negative number. Throws ModelError if it does not fit.
  std::uint64_t complement(Signal signal, std::int64_t value) const;

  /// Gives what is gathered away, to be told up to `limit`, once what was given away is written.
  WaveStretch close_log(Cycle limit);
  /// What was given away.
  void write(const WaveStretch& stretch);

  std::unique_ptr<WaveWriter> writer_;
  Rational clock_;
  std::optional<std::size_t> block_announcements_;
  std::vector<unsigned> bits_;  ///< by signal; 0 if it is no number
  WaveLog log_;
  Cycle from_ = 0;
  Cycle to_ = std::numeric_limits<Cycle>::max();
  Cycle open_from_ = 0;  ///< all cycles before are over
  bool begun_ = false;   ///< `from_` is given away

  WaveLog closed_log_;  ///< being written
  WaveBlockMaker blocks_;
  std::future<void> writing_;  ///< last: it ends before the others
};

}  // namespace isobar
