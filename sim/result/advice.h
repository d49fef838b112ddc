// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/measure/measured_run.h"
#include "sim/config/config.h"

namespace isobar {

/// What a person should know who reads the result of a run in which no task moved, or whose PEs
/// were idle for more than nine tenths of their time: the likely cause and what to set, a line
/// each. Empty where the run was neither, and on an ideal network.
std::string advice(const Config& config, const MeasuredRun& run);

}  // namespace isobar
