// SPDX-License-Identifier: Apache-2.0
#include "between.h"

#include "experiment.h"
#include "models/steps/run_steps.h"

std::int64_t steps_to_balance() { return isobar::run_steps(spike_on_a_ring()).run.steps; }
