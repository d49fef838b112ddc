// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/measure/phase_log.h"

namespace isobar {

/// A phase, several of them, or several steps: what moved in them and how it was afterwards.
struct Frame {
  /// Over one link.
  struct Flow {
    std::uint64_t link = 0;  ///< its slot
    Load tasks = 0;
  };

  std::int64_t step = 0;    ///< the step of its last phase, from 0
  std::size_t phase = 0;    ///< its last phase, from 0
  bool step_end = false;    ///< whether a step ends with it
  Cycle from = 0;           ///< its first cycle
  Cycle to = 0;             ///< the one after its last
  std::int64_t shifts = 0;  ///< T from the run's start to its end
  std::vector<Flow> flows;  ///< by link slot, ascending
  LinkUse use;              ///< in its cycles: set-up, words and transfers
  std::vector<Load> loads;  ///< at its end, by node
  /// In frames of cycles, by node: the cycles of work, balance and wait; the others were idle.
  std::vector<Cycle> activity;

  static constexpr std::size_t activities = 3;
};

/// A run in a bounded number of frames. At first each phase is one; when they become too many, a
/// step is, then 2 steps, 4, …, so that any later frame ends where a step does.
class History {
 public:
  /// At most `most` ≥ 1 frames are kept.
  History(const Experiment& experiment, std::size_t most);

  void add(const PhaseEntry& entry);

  /// Without gaps, from the run's start; the last one may still grow.
  const std::vector<Frame>& frames() const { return frames_; }
  /// Steps in a frame; 0: each phase is one.
  std::int64_t grain() const { return grain_; }

 private:
  bool is_whole(const Frame& frame) const;
  void append(Frame frame);
  void coarsen();

  const Experiment& experiment_;
  std::size_t most_;
  std::int64_t grain_ = 0;
  std::int64_t shifts_ = 0;
  std::vector<Frame> frames_;
};

}  // namespace isobar
