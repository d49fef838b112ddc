// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/workloads/application.h"

namespace isobar {

/// Parameters that all applications in time steps have.
inline const auto time_steps_parameter = parameter("steps", "time steps").range(1, 1e9).whole(500);
inline const auto step_cycles_parameter =
    parameter("step", "a time step; work on a task takes one, fetching and all")
        .range(4, 1e12, "cycles")
        .whole(1000);

/// An application in time steps whose tasks are all alike, and which starts without any.
class InTimeSteps : public Application {
 public:
  std::vector<Load> initial_loads() const override { return std::vector<Load>(nodes_, 0); }
  Cycle work(TaskId /*task*/) override { return step_ - turn_fetch_put; }
  std::int64_t finish(TaskId /*task*/) override { return 0; }
  Cycle step_cycles() const override { return step_; }
  std::int64_t time_steps() const override { return steps_; }

 protected:
  explicit InTimeSteps(const ApplicationSetting& setting)
      : nodes_(setting.nodes),
        steps_(setting.parameters.get(time_steps_parameter)),
        step_(setting.parameters.get(step_cycles_parameter)) {}

 private:
  /// An executor's cycles in a turn besides its work: a PE can generate and consume in every step.
  static constexpr Cycle turn_fetch_put = 3;

  Node nodes_;
  std::int64_t steps_;
  Cycle step_;
};

}  // namespace isobar
