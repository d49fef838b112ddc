// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/config.h"
#include "sim/terminal/say.h"

namespace isobar {

/// Runs one experiment, shows and writes its result: one line of it where only that is said.
/// Returns the exit status: 0 done, 1 the goal was not reached. Throws InputError or ValueError,
/// before anything is written, if an output cannot be written.
int run_command(const Config& config, Say how = Say::all);

}  // namespace isobar
