// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/limited_run.h"
#include "sim/torture/broken_law.h"

namespace isobar {

/// What holds of every end of the program: no crash, no hang, no sanitizer's report, no internal
/// error, an exit status that there is, notes and errors a line each.
Found end_laws(const LimitedRun& run);

/// What holds where input is refused: one line that says why, and nothing else.
Found refusal_laws(const LimitedRun& run);

/// What holds of a result in sentences: numbers that are numbers, and no more than 100 %.
Found text_laws(const std::string& text);

}  // namespace isobar
