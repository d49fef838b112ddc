// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/config.h"
#include "sim/config/resolver.h"

namespace isobar {

/// Where the results of a run go; `phased` if its loads change in phases only. Throws InputError.
Outputs resolve_outputs(Resolver& resolver, Level level, const Fabric& fabric, bool phased);

/// Refuses what cannot be had of such a run, and a recording that begins when it is over for
/// certain.
void check_outputs(Resolver& resolver, const Outputs& outputs, const Experiment& e);

}  // namespace isobar
