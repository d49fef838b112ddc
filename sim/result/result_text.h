// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/measure/result.h"
#include "sim/config/config.h"

namespace isobar {

/// The result in plain sentences, for a terminal: the answer (answer_text.h), one picture if there
/// is something to see, details, with an empty line between.
std::string result_text(const Config& config, const RunResult& result, unsigned columns);

/// The first line of it.
std::string result_line(const Config& config, const RunResult& result);

/// Why the run did not reach its goal, in one line; empty if it did.
std::string failure_text(const Config& config, const RunResult& result);

}  // namespace isobar
