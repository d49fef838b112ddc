// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/link/task.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"

namespace isobar {

/// Throws ValueError if the loads are more tasks than memory could hold one by one.
void require_countable(const Experiment& experiment);

/// The level `cycles`: elaborates, runs and measures an experiment. SystemC allows one such run in
/// a process. Throws ValueError if the loads are more tasks than memory could hold, ModelError
/// where a scheme breaks its contract. `queues`, if given, receives every PE's tasks at the end,
/// oldest first, those that its executor holds after the others; of a message-driven scheme also
/// those under way, in no order; on several threads the tasks that an application created have
/// other identities. PEs act on `threads` threads, as FabricParts and MessageDrivenParts say, with
/// the same result for any number.
RunResult run_cycles(const Experiment& experiment, Watch watch = {}, Observer* observer = nullptr,
                     std::vector<std::vector<Task>>* queues = nullptr, unsigned threads = 1);

}  // namespace isobar
