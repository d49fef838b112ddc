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
  std::uint64_t largest;  ///< the largest value
  bool is_event = false;

  bool operator==(const WaveSignal& other) const {
    return largest == other.largest && is_event == other.is_event;
  }
};

/// The part of a run that is written from a log.
struct WaveStretch {
  Cycle from = 0;       ///< earlier changes are not written, but determine the values in `from`
  Cycle limit = 0;      ///< what is announced for this cycle or later is left for the next log
  bool begins = false;  ///< whether every signal but events is written with its value in `from`
  std::optional<Cycle> end;  ///< a cycle whose time must be in this block or an earlier one
};

/// Makes blocks of actual changes from announcements.
class WaveBlockMaker {
 public:
  /// `clock`: cycles per second, at most 10^12.
  explicit WaveBlockMaker(const Rational& clock) : clock_(clock) {}

  void add(const WaveSignal& signal, std::uint64_t initial);
  /// Counts in cycles of another clock from now on; to be called before the first block.
  void count_in(const Rational& clock) { clock_ = clock; }

  /// The changes of a stretch, from this log and from what was left of earlier logs. The reference
  /// is valid until the next call. Throws ModelError if a value is too large for its signal.
  const WaveBlock& make(const WaveLog& log, const WaveStretch& stretch);

 private:
  /// The index of a cycle among all cycles of the log.
  using Place = std::uint32_t;
  struct Places {
    Place from;
    Place to;
  };
  /// An announcement for a later stretch.
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
  /// The change announced for a place; it is added with the value 0 if there is none.
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
  Cycle last_ = -1;                    ///< the last cycle that was written
  WaveBlock block_;
  ColumnStore columns_;

  // The following belongs to the log at hand.
  SortedLog log_;
  TwinIndex twins_;
  std::vector<std::uint64_t> values_before_;  ///< by signal
  std::vector<Cycle> cycles_;                 ///< by place
  std::vector<std::vector<Places>> spans_;    ///< by part of the log
  std::vector<Later> left_;                   ///< from earlier logs
  std::vector<Later>::const_iterator at_;     ///< the position in left_
  std::vector<WaveChange> changes_;           ///< of the signal at hand, with places for times
  std::vector<std::uint32_t>
      times_;  ///< by place: first whether anything changes, then the time's number
};

}  // namespace isobar
