// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "sim/explore/plan.h"

namespace isobar {

/// The metrics that are known of an experiment before it is run (metrics_before), by name.
std::map<std::string, double> facts(const Experiment& experiment);

/// The facts of a point's experiment. Throws InputError if fabric, clock or links cannot be.
std::map<std::string, double> facts(const Assignment& point);

/// The bandwidth of a link, as a key's value, where all of the point's links together have `total`,
/// rounded down to a bit/s. Throws InputError
/// if fabric, clock or links cannot be, or for a total that is no bandwidth.
std::string shared_bandwidth(const Assignment& point, const std::string& total);

}  // namespace isobar
