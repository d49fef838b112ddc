// SPDX-License-Identifier: Apache-2.0
#include "sim/result/frame_maker.h"

#include <utility>

#include "models/measure/time_slices.h"

namespace isobar {
namespace {

using Grown = std::function<void()>;

class PhaseFrames final : public FrameMaker {
 public:
  PhaseFrames(const Experiment& experiment, std::size_t most, Grown grown)
      : grown_(std::move(grown)),
        history_(experiment, most),
        log_(experiment, [this](const PhaseEntry& entry) {
          history_.add(entry);
          grown_();
        }) {}

  Observer& observer() override { return log_; }
  void finish(Cycle end) override { log_.finish(end); }
  const std::vector<Frame>& frames() const override { return history_.frames(); }
  std::int64_t grain() const override { return history_.grain(); }

 private:
  Grown grown_;
  History history_;
  PhaseLog log_;
};

class CycleFrames final : public FrameMaker {
 public:
  CycleFrames(const Experiment& experiment, std::size_t most, Grown grown)
      : grown_(std::move(grown)),
        slices_(experiment, most),
        log_(experiment, [this](const RunEvent& event) {
          if (slices_.add(event)) grown_();
        }) {}

  Observer& observer() override { return log_; }
  void finish(Cycle end) override {
    log_.finish(end);
    slices_.finish(end);
  }
  const std::vector<Frame>& frames() const override { return slices_.frames(); }
  std::int64_t grain() const override { return slices_.grain(); }

 private:
  Grown grown_;
  TimeSlices slices_;
  CycleLog log_;
};

}  // namespace

bool has_phase_frames(const Experiment& experiment) {
  return !experiment.agents && !experiment.application;
}

std::unique_ptr<FrameMaker> make_frame_maker(const Experiment& experiment, std::size_t most,
                                             Grown grown) {
  if (has_phase_frames(experiment)) {
    return std::make_unique<PhaseFrames>(experiment, most, std::move(grown));
  }
  return std::make_unique<CycleFrames>(experiment, most, std::move(grown));
}

}  // namespace isobar
