// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/measure/result.h"
#include "sim/config/config.h"

namespace isobar {

/// The result in plain sentences, for a terminal: shared and balanced when, the busiest link, what
/// limited the run, and a picture of the loads before and after.
std::string result_text(const Config& config, const RunResult& result, unsigned columns);

/// Why the run did not reach its goal, in one line; empty if it did.
std::string failure_text(const Config& config, const RunResult& result);

}  // namespace isobar
