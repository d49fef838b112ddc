// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/child_jobs.h"
#include "sim/explore/run_point.h"

namespace isobar {

/// Runs a point; to be called in a child process. Returns the result as JSON for result_of().
std::string child_point(const NumberedPoint& point, const std::string& engine);

/// Whether child_point() can be called in this process again: SystemC elaborates once, so a point
/// at level cycles is a process's last one.
bool takes_more_points();

/// The point's result from how its child process ended; `timeout` is its limit in seconds.
PointResult result_of(const NumberedPoint& point, const std::string& engine, const ChildEnd& end,
                      int timeout);

}  // namespace isobar
