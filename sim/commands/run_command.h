// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/config.h"

namespace isobar {

/// Runs one experiment, shows and writes its result. Returns the exit status: 0 done, 1 the goal
/// was not reached. Throws InputError or ValueError, before anything is written, if an output
/// cannot be written.
int run_command(const Config& config);

}  // namespace isobar
