// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "sim/explore/space.h"

namespace isobar {

/// What is known of a point before it is run, by metric: pes, links, degree, dimensions, diameter,
/// total_bandwidth (bit/s of all links), pins (of a PE). Throws InputError if fabric, clock or
/// links cannot be.
std::map<std::string, double> facts(const Assignment& point);

}  // namespace isobar
