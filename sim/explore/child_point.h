// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/child_jobs.h"
#include "sim/explore/run_point.h"

namespace isobar {

/// What a child process does that runs a point.
std::string child_point(const NumberedPoint& point, const std::string& engine);

/// What became of that point; `timeout` seconds is what it was given.
PointResult result_of(const NumberedPoint& point, const std::string& engine, const ChildEnd& end,
                      int timeout);

}  // namespace isobar
