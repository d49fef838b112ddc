// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/types.h"
#include "waves/column_store.h"
#include "waves/sorted_log.h"
#include "waves/twin_index.h"
#include "waves/wave_block.h"
#include "waves/wave_log.h"

namespace isobar {

/// What a signal can hold.
struct WaveSignal {
  std::uint64_t largest;  ///< value
  bool is_event = false;

  bool operator==(const WaveSignal& other) const {
    return largest == other.largest && is_event == other.is_event;
  }
};

/// The cycles of a log that are told.
struct WaveStretch {
  Cycle from = 0;            ///< changes before are not seen, but lead to a value
  Cycle limit = 0;           ///< what is announced for this cycle or later is left for the next log
  bool begins = false;       ///< in `from`, every signal but events gets its value
  std::optional<Cycle> end;  ///< is a time of this block or one before in any case
};

/// Makes of announcements what is real.
class WaveBlockMaker {
 public:
  /// `clock`: cycles per second, at most 10^12.
  explicit WaveBlockMaker(const Rational& clock) : clock_(clock) {}

  void add(const WaveSignal& signal, std::uint64_t initial);

  /// What this log and what was left of those before say of a stretch. Valid until the next
  /// call. Throws ModelError if a value is too large for its signal.
  const WaveBlock& make(const WaveLog& log, const WaveStretch& stretch);

 private:
  /// A cycle's place among all of the log.
  using Place = std::uint32_t;
  struct Places {
    Place from;
    Place to;
  };
  /// What was announced for later.
  struct Later {
    std::uint32_t signal;
    Cycle cycle;
    std::uint64_t value;
  };

  void order(const WaveLog& log, const WaveStretch& stretch);
  Place place(Cycle cycle) const;
  bool follow_twin(std::uint32_t signal);
  void gather(std::uint32_t signal);
  void gather(std::uint32_t signal, std::size_t part);
  void change(Place place, std::uint64_t value);
  void fall_back(Place place);
  /// What is announced for a place; 0 if nothing was.
  WaveChange& find(Place place);
  void leave_later(std::uint32_t signal, Place limit);
  void drop_unseen(std::uint32_t signal, Place from);
  void begin(std::uint32_t signal, Place from);
  void drop_unchanged(std::uint32_t signal);
  void number_times();

  Rational clock_;
  std::vector<WaveSignal> signals_;
  std::vector<std::uint64_t> values_;  ///< by signal: after the last block
  std::vector<Later> later_;           ///< by signal, and then by cycle
  Cycle last_ = -1;                    ///< of the times so far
  WaveBlock block_;
  ColumnStore columns_;

  // Of the log at hand.
  SortedLog log_;
  TwinIndex twins_;
  std::vector<std::uint64_t> values_before_;  ///< by signal
  std::vector<Cycle> cycles_;                 ///< by place
  std::vector<std::vector<Places>> spans_;    ///< by part of the log
  std::vector<Later> left_;                   ///< of the logs before
  std::vector<Later>::const_iterator at_;     ///< in it
  std::vector<WaveChange> changes_;           ///< of the signal at hand; time: a place
  std::vector<std::uint32_t> times_;  ///< by place: the time's number; before, whether it has one
};

}  // namespace isobar
