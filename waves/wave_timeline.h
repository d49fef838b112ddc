// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <gsl/span>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/link/units.h"
#include "waves/wave_time.h"
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
  /// Something that happens in some cycles and has no value between them.
  Signal add_event(const std::string& name);

  /// From `cycle` on, the signal has this value. Throws ModelError if that cycle is written.
  void change(Cycle cycle, Signal signal, std::int64_t value) {
    if (cycle <= to_) instant(cycle).changes.push_back({signal, value});
  }
  /// Likewise, unless a `change` of this signal, announced before or after, is for the same cycle.
  void fall_back(Cycle cycle, Signal signal, std::int64_t value) {
    if (cycle <= to_) instant(cycle).fall_backs.push_back({signal, value});
  }
  void happens(Cycle cycle, Signal event) { change(cycle, event, 1); }

  /// Only the cycles `from` … `to` are seen; in `from` every signal has a value. Either can be set
  /// anew as long as it has not been written.
  void show(Cycle from, Cycle to);

  /// Writes all cycles before `cycle`; none of them may be announced any more.
  void write_before(Cycle cycle);
  /// Writes the rest up to and with cycle `end`, where the file ends. Changes announced for later
  /// are dropped. Throws ValueError if the file could not be written whole.
  void finish(Cycle end);

  /// The time at which a cycle begins, in picoseconds, rounded to the nearest.
  std::uint64_t picoseconds(Cycle cycle) const { return isobar::picoseconds(cycle, clock_); }

 private:
  enum class Kind : std::uint8_t { number, state, event };
  struct State {
    WaveVariable variable;
    Kind kind;
    unsigned bits;  ///< of a number
    gsl::span<const std::string> names;
    std::int64_t next;
    std::int64_t written = 0;
    bool is_written = false;
    bool is_due = false;
  };
  struct Change {
    Signal signal;
    std::int64_t value;
  };
  /// What is announced for one cycle, in the order of the announcements.
  struct Instant {
    std::vector<Change> changes;
    std::vector<Change> fall_backs;
  };
  using Instants = std::map<Cycle, Instant>;

  Signal add(const State& state);
  /// Announcements keep coming for the same few cycles.
  Instant& instant(Cycle cycle) {
    return latest_ != nullptr && cycle == latest_cycle_ ? *latest_ : find_instant(cycle);
  }
  Instant& find_instant(Cycle cycle);
  /// Notes the first instant's values as the next to be written.
  void take_first();
  void begin();
  void write_due(Cycle cycle);
  void write(State& state);

  std::unique_ptr<WaveWriter> writer_;
  Rational clock_;
  std::vector<State> signals_;
  Instants instants_;
  std::vector<Instants::node_type> spare_;  ///< so that no cycle allocates anew
  Instant* latest_ = nullptr;
  Cycle latest_cycle_ = 0;
  Cycle from_ = 0;
  Cycle to_ = std::numeric_limits<Cycle>::max();
  bool begun_ = false;   ///< `from_` is written
  Cycle open_from_ = 0;  ///< all cycles before are written, or will not be
  Cycle last_ = 0;       ///< the last cycle in which something changed
  std::vector<Signal> due_;
};

}  // namespace isobar
