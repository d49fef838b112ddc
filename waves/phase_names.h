// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/experiment/experiment.h"

namespace isobar {

/// What the ports of each phase of a scheme have in common: `dimension_1`, `all`, `no_links`.
std::vector<std::string> phase_names(const Experiment& experiment);

/// A PE's port as signals are called after it: `link_1_succ`; on a graph `link_` and its number.
std::string port_name(const Fabric& fabric, unsigned port);

}  // namespace isobar
