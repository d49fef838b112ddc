// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/explore/plan.h"

namespace isobar {

/// A point that cannot be run.
struct RefusedPoint {
  std::size_t number = 0;  ///< among those that were checked, from 1
  std::string why;         ///< with its key and value
};

/// Resolves the configuration of every point, without running any, and returns those that are
/// refused. Ends early after Ctrl-C.
std::vector<RefusedPoint> refused_points(const std::vector<Assignment>& points);

/// Says on standard error which points of a plan cannot be run: the first five, and how many there
/// are. Throws InputError if none of the plan's points can be run.
void tell_refused_points(const Plan& plan, const std::vector<Assignment>& points);

}  // namespace isobar
