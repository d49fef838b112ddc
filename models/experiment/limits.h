// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/types.h"

namespace isobar {

/// Most tasks that a fabric can hold one by one, at the level `cycles`.
inline constexpr Load max_tasks_at_cycles = Load{1} << 31;

}  // namespace isobar
