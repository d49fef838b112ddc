// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "models/experiment/executor_places.h"
#include "models/measure/cycle_log.h"
#include "models/measure/history.h"

namespace isobar {

/// Any run in a bounded number of frames of equal length: at first a cycle each; when they become
/// too many, 2 cycles, 4, …
class TimeSlices {
 public:
  /// At most `most` ≥ 1 frames are kept. The fabric of `experiment` must outlive the slices.
  TimeSlices(const Experiment& experiment, std::size_t most);

  /// In the order in which a CycleLog tells. Returns whether a frame is complete with it.
  bool add(const RunEvent& event);
  /// The run has ended before cycle `end`.
  void finish(Cycle end);

  /// Those that are complete, without gaps from the run's start. A load that changes in a frame's
  /// `to` counts in it, as what lands at a phase's end does. Steps, phases and shifts are not set.
  const std::vector<Frame>& frames() const { return frames_; }
  /// Cycles in a frame, but for the last one.
  Cycle grain() const { return grain_; }

 private:
  struct Doing {
    Activity activity = Activity::idle;
    Cycle since = 0;
  };

  /// A link, from a frame in which it was busy on until one in which it never is.
  struct Serializing {
    std::int64_t messages = 0;  ///< 0: idle
    Cycle since = 0;
  };

  void begin();
  void push(Cycle to);
  void close();
  void coarsen();
  void spend(std::size_t executor, Cycle until);
  void spend(std::uint64_t link, Serializing& state, Cycle until);

  std::size_t most_;
  Cycle grain_ = 1;
  std::vector<Load> loads_;
  ExecutorPlaces executors_;
  std::vector<Doing> doing_;  ///< by place
  std::vector<Frame> frames_;
  Frame open_;
  std::map<std::uint64_t, Load> flows_;         ///< of the open frame, by link slot
  std::map<std::uint64_t, Serializing> links_;  ///< by link slot
  LinkUseSum use_;                              ///< of the open frame
};

}  // namespace isobar
