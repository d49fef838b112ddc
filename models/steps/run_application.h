// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/link/task.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"

namespace isobar {

/// The level `steps` of an experiment with an application and a synchronous scheme: exactly the
/// result of the level `cycles` (docs/executor.md), and what it tells its observer. A phase at a
/// time; between its events only the cycles in which an executor acts. `queues`, if given, receives
/// every PE's tasks at the end, oldest first, those that its executor holds after the others.
/// Throws ModelError where a scheme breaks its contract or a queue overflows.
RunResult run_application(const Experiment& experiment, Watch watch = {},
                          Observer* observer = nullptr,
                          std::vector<std::vector<Task>>* queues = nullptr);

}  // namespace isobar
