// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/reproduce/lab.h"

namespace isobar {

// The runs of Henrich's Figure 5: all 5P tasks on one PE of a ring of P.

inline const std::vector<std::string> henrich_ring_schemes = {"lm-c5", "nna", "nna-portions"};
inline constexpr int henrich_largest_ring = 2048;

/// The runs by scheme and ring.
struct HenrichRings {
  std::vector<std::int64_t> sizes;  ///< in PEs
  std::vector<std::vector<RunResult>> runs;
};

HenrichRings henrich_rings(Lab& lab);

/// P and T, in shifts.
using RingTimes = std::vector<std::pair<double, double>>;

/// The rings of a scheme that reached a goal.
RingTimes henrich_ring_times(const HenrichRings& rings, std::size_t scheme,
                             std::optional<Instant> RunResult::*goal);

}  // namespace isobar
