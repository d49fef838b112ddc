// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// When a run is done. What each kind means stands in one table, `goals()` in
/// models/measure/goals.h.
struct Goal {
  /// What is waited for.
  enum class Kind : std::uint8_t { balanced, shared, efficiency, finished, steps, cycles };
  Kind kind = Kind::balanced;  ///< what is waited for; the members below say how much of it
  std::int64_t count = 0;      ///< where the goal's argument is a count
  double efficiency = 0;  ///< where it is a part: U_avg/U_max, of loads in tasks (utilization.h)
};

}  // namespace isobar
