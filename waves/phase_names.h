// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/experiment/experiment.h"

namespace isobar {

/// What the ports of each phase of a scheme have in common: `dimension_1`, `all`, `no_links`.
std::vector<std::string> phase_names(const Experiment& experiment);

/// The name of a PE's port in signals: `link_1_succ`; on a graph `link_` and the port's number.
std::string port_name(const Fabric& fabric, unsigned port);

}  // namespace isobar
