// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/explore/plan.h"
#include "sim/explore/point.h"

namespace isobar {

/// Each point with each of its seeds, 1 to `repeats`.
std::vector<Assignment> repeated_points(const std::vector<Assignment>& points,
                                        std::int64_t repeats);

/// All points of a plan, each with its seeds, in the order of their numbers. Of a search, which
/// chooses points by results, those along the axes: each listed value with the first of the others.
/// Throws InputError if there is none.
std::vector<Assignment> planned_points(const Plan& plan);

}  // namespace isobar
