// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/experiment/experiment.h"

namespace isobar {

/// A goal in one of the forms of the table `goals()` (models/measure/goals.h). Throws ValueError on
/// anything else.
Goal parse_goal(const std::string& text);

}  // namespace isobar
