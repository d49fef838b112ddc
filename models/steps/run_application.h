// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/link/task.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"

namespace isobar {

/// Runs an experiment with an application and a synchronous scheme at the level `steps`. The result
/// and the calls of the observer are exactly those of the level `cycles` (docs/executor.md). The
/// run goes from phase to phase, and between the events of a phase only through the cycles in which
/// an executor acts. `queues`, unless null, receives every PE's tasks at the end, oldest first,
/// those that its executor holds after the others. Throws ModelError where a scheme breaks its
/// contract or a queue overflows.
RunResult run_application(const Experiment& experiment, Watch watch = {},
                          Observer* observer = nullptr,
                          std::vector<std::vector<Task>>* queues = nullptr);

}  // namespace isobar
