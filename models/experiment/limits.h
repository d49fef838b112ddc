// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/types.h"

namespace isobar {

/// The most tasks that a fabric can hold at the level `cycles`, where each is held by itself.
inline constexpr Load max_tasks_at_cycles = Load{1} << 31;

}  // namespace isobar
