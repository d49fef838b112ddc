// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config.h"
#include "sim/resolver.h"

namespace isobar {

/// Where the results of a run go. Throws InputError.
Outputs resolve_outputs(Resolver& resolver, Level level, const Fabric& fabric);

/// Refuses a recording that begins when the run is over for certain.
void check_window(Resolver& resolver, const Outputs& outputs, const Experiment& e);

}  // namespace isobar
