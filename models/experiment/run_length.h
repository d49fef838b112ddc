// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/experiment/experiment.h"

namespace isobar {

/// The fewest cycles in which the experiment's application can end, by the tasks that it has at the
/// start, as far as it knows their work: all of it, in every iteration, spread by the PEs' speeds,
/// or the longest of them on the fastest PE; and no less than its time steps last. 0 without an
/// application. A number to be read: it is a double, so it cannot overflow.
double least_cycles(const Experiment& experiment);

/// The cycles that a step of a synchronous scheme takes at least, if no phase waits for a transfer.
Cycle least_step_cycles(const Experiment& experiment);

}  // namespace isobar
