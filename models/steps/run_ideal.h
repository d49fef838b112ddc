// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"

namespace isobar {

/// Runs an IdealScheme: a step is a time step of the application, in which the PEs have their turns
/// in the scheme's order, and balance at once. Nothing goes over links, and no shifts are counted.
/// `observer` may be null; loads are announced to it at step ends. Throws ModelError if the
/// experiment has no application in time steps.
RunResult run_ideal(const Experiment& experiment, Watch watch, Observer* observer);

}  // namespace isobar
