// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"

namespace isobar {

/// Runs an experiment at the level `steps`: over arrays of loads, the whole fabric a phase at a
/// time; cycles are computed, not simulated. The result is exactly that of the level `cycles`.
/// Throws ModelError where a scheme breaks its contract. The Liquid model runs on `threads` threads
/// (0: as many as help), with the same result for any number.
RunResult run_steps(const Experiment& experiment, Watch watch = {}, unsigned threads = 0);

/// Runs an experiment with any synchronous scheme at the level `steps`, PE by PE. `observer` may be
/// null; its calls are those of the level `cycles`, with the same cycles.
RunResult run_steps_generic(const Experiment& experiment, Watch watch = {},
                            Observer* observer = nullptr);

}  // namespace isobar
