// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "sim/explore/point.h"

namespace isobar {

/// The metrics of an experiment that are known before it is run (metrics_before), by name.
std::map<std::string, double> facts(const Experiment& experiment);

/// The same quantities for a point. Throws InputError if its fabric, clock or links are not valid.
std::map<std::string, double> facts(const Assignment& point);

/// The bandwidth of a link, as a key's value, where all of the point's links together have `total`,
/// rounded down to a bit/s. Throws InputError if the point's fabric, clock or links are not valid,
/// or if `total` is no bandwidth.
std::string shared_bandwidth(const Assignment& point, const std::string& total);

}  // namespace isobar
