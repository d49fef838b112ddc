// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/experiment/experiment.h"
#include "models/measure/result.h"
#include "sim/config/config_json.h"

namespace isobar {

/// What a run's application came to (docs/result.md, `application`); with `summary` without the
/// accounts of single PEs.
Json application_json(const Experiment& experiment, const RunResult& result, bool summary);

/// The messages of a message-driven run by kind (docs/result.md, `routed`).
Json routed_json(const Experiment& experiment, const RunResult& result);

/// The executors' cycles of all PEs together.
ExecutorCounters account_of_all(const ApplicationResult& application);

}  // namespace isobar
