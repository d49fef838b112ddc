// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <gsl/span>
#include <memory>
#include <queue>
#include <string>
#include <vector>

#include "models/link/units.h"
#include "waves/wave_writer.h"

namespace isobar {

/// Puts changes that are announced ahead of their cycles into order of time and hands a writer the
/// real ones. Of several changes of a signal in one cycle the last holds, and only it is seen.
class WaveTimeline {
 public:
  using Signal = std::uint32_t;

  /// `clock`: cycles per second, at most 10^12, so that no two cycles share a picosecond.
  WaveTimeline(std::unique_ptr<WaveWriter> writer, const Rational& clock);

  /// Scopes are opened and closed between the signals, directly at the writer.
  WaveWriter& writer() { return *writer_; }
  /// A signal of `bits` ≤ 64 bits that begins with the value `initial`.
  Signal add_number(const std::string& name, unsigned bits, std::int64_t initial);
  /// A signal whose value v shows as names[v]; the names must outlive the timeline.
  Signal add_state(const std::string& name, gsl::span<const std::string> names,
                   std::int64_t initial);

  /// From `cycle` on, the signal has this value. Throws ModelError if that cycle is written.
  void change(Cycle cycle, Signal signal, std::int64_t value) { add(cycle, signal, value, true); }
  /// Likewise, unless a `change` of this signal, announced before or after, is for the same cycle.
  void fall_back(Cycle cycle, Signal signal, std::int64_t value) {
    add(cycle, signal, value, false);
  }

  /// Writes all cycles before `cycle`; none of them may be announced any more.
  void write_before(Cycle cycle);
  /// Writes the rest up to and with cycle `end`, where the file ends. Changes announced for later
  /// are dropped. Throws ValueError if the file could not be written whole.
  void finish(Cycle end);

  /// The time at which a cycle begins, in picoseconds, rounded to the nearest.
  std::uint64_t picoseconds(Cycle cycle) const;

 private:
  struct State {
    WaveVariable variable;
    unsigned bits;  ///< 0: shown by name
    gsl::span<const std::string> names;
    std::int64_t next;
    std::int64_t written = 0;
    bool is_written = false;
    bool is_due = false;
  };
  struct Change {
    Cycle cycle;
    std::uint64_t order;
    Signal signal;
    std::int64_t value;
  };
  struct Later {
    bool operator()(const Change& a, const Change& b) const {
      return a.cycle != b.cycle ? a.cycle > b.cycle : a.order > b.order;
    }
  };

  void add(Cycle cycle, Signal signal, std::int64_t value, bool prevails);
  void write_cycle(Cycle cycle);

  std::unique_ptr<WaveWriter> writer_;
  Rational clock_;
  std::vector<State> signals_;
  std::priority_queue<Change, std::vector<Change>, Later> changes_;
  std::uint64_t announced_ = 0;
  Cycle open_from_ = 0;  ///< all cycles before are written
  Cycle last_ = 0;       ///< the last cycle in which something changed
  std::vector<Signal> due_;
};

}  // namespace isobar
