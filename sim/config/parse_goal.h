// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/experiment/experiment.h"

namespace isobar {

/// `balanced`, `shared`, `efficiency:E`, `finished`, `steps:N` or `cycles:N`. Throws ValueError on
/// anything else.
Goal parse_goal(const std::string& text);

}  // namespace isobar
