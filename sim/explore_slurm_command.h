// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/explore_command.h"

namespace isobar {

/// What `isobar explore` takes besides, for its points to be run by Slurm.
void add_slurm_options(CLI::App& explore, ExploreOptions& options);

/// Adds collect and cancel, and the worker that Slurm starts.
void add_slurm_commands(CLI::App& explore, ExploreOptions& options);

}  // namespace isobar
