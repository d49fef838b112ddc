// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/measure/experiment.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"

namespace isobar {

/// Runs an experiment at the level `steps`: arrays of loads, the whole fabric a phase at a time;
/// cycles are computed, not simulated. Exactly the result of the level `cycles`.
/// Throws ModelError where a scheme breaks its contract.
RunResult run_steps(const Experiment& experiment, Watch watch = {});

}  // namespace isobar
