// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/config.h"
#include "sim/config/config_text.h"

namespace isobar {

/// Resolves the keys in the order of their table (key_table.h); `whole_fabric`: for a whole-fabric
/// co-simulation. Throws InputError for the first value that cannot be used, and for a key that is
/// given and applies to nothing in this run.
Config resolve(const ConfigText& text, bool whole_fabric = false);

}  // namespace isobar
