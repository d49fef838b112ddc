// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "models/measure/history.h"

namespace isobar {

/// Makes the frames of a run while it goes on.
class FrameMaker {
 public:
  virtual ~FrameMaker() = default;

  virtual Observer& observer() = 0;
  /// The run has ended before cycle `end`.
  virtual void finish(Cycle end) = 0;
  virtual const std::vector<Frame>& frames() const = 0;
  /// How coarse they are: steps in a frame, or 0 if each phase is one; or cycles.
  virtual std::int64_t grain() const = 0;
};

/// Whether a run's frames are phases and steps; else they are cycles, as where an application
/// changes loads at any time, or where there are no phases.
bool has_phase_frames(const Experiment& experiment);

/// At most `most` frames; `grown` is called when there are more.
std::unique_ptr<FrameMaker> make_frame_maker(const Experiment& experiment, std::size_t most,
                                             std::function<void()> grown);

}  // namespace isobar
