// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "models/types.h"

namespace isobar {

// Henrich's rules on a ring, computed from the paper's equations alone: nothing here is shared with
// the model, so that the two can be held against each other.

/// When a ring came to share and to balance, in shifts; empty if never.
struct ApartTimes {
  std::optional<std::int64_t> shared;    ///< every PE has a task
  std::optional<std::int64_t> balanced;  ///< the loads are at most 1 apart
};

/// What a PE of load `own` gives to its successor and to its predecessor.
struct ApartGiven {
  Load to_successor = 0;
  Load to_predecessor = 0;
};
using ApartRule = std::function<ApartGiven(Load own, Load successor, Load predecessor)>;

/// Condition C5: a task, unless the successor has more.
ApartGiven apart_c5(Load own, Load successor, Load predecessor);
/// Equation 4: the excess over the mean of three, shared out by what the neighbours lack of it,
/// rounded up towards the successor and down towards the predecessor.
ApartGiven apart_equation_4(Load own, Load successor, Load predecessor);
/// Equation 5 on a ring: a PE sends a third of its load to each neighbour, less the third of that
/// neighbour's load that comes back; the difference is rounded as in equation 4.
ApartGiven apart_equation_5(Load own, Load successor, Load predecessor);

/// All tasks, `height` for each of the 3 or more PEs, lie on one of them; PEs act at once until the
/// ring is balanced or its loads come again. The time of a step is the most tasks that go to a
/// successor plus the most that go to a predecessor.
ApartTimes apart_on_ring(const ApartRule& rule, std::int64_t pes, Load height);

}  // namespace isobar
