// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/measure/result.h"
#include "sim/config/config.h"
#include "sim/terminal/say.h"

namespace isobar {

/// The result's text for standard output, its verdict in colour where that is a terminal.
std::string shown_result(const Config& config, const RunResult& result, Say how);

/// Says on standard error that the goal was not reached, if so. Returns the exit status.
int status_of(const Config& config, const RunResult& result);

}  // namespace isobar
