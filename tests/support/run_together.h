// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/experiment/experiment.h"
#include "models/measure/result.h"

namespace isobar::test {

/// Runs experiments of message-driven schemes side by side in one simulation, in a child process:
/// many short ones take a fraction of the time that a process each would (forked_run.h).
std::vector<RunResult> run_together(const std::vector<Experiment>& experiments);

}  // namespace isobar::test
