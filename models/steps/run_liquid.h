// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/experiment/experiment.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"
#include "models/steps/liquid_kernel.h"

namespace isobar {

/// Runs an experiment that LiquidKernel::fits accepts, with exactly the result of
/// run_steps_generic.
RunResult run_liquid(const Experiment& experiment, Watch watch, const LiquidPlan& plan);

}  // namespace isobar
