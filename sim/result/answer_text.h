// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/measure/measured_run.h"
#include "sim/config/config.h"

namespace isobar {

/// Whether and when a run reached its goal, in one line.
std::string verdict_text(const MeasuredRun& run);

/// What is asked first of a run, a line each: the verdict; *shared* and *balanced*; how it compares
/// with the ideal and with doing nothing; what limited it; advice.
std::string answer_text(const Config& config, const MeasuredRun& run);

}  // namespace isobar
