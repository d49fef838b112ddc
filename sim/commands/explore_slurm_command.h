// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/explore_options.h"
#include "sim/explore/plan.h"
#include "sim/explore/slurm_engine.h"

namespace CLI {
class App;
}

namespace isobar {

/// Adds the options of `isobar explore` for points that are run by Slurm.
void add_slurm_options(CLI::App& explore, ExploreOptions& options);

/// The setting of Slurm's engine. Throws InputError for options that have no effect with Slurm, or
/// with this plan.
SlurmSetting slurm_setting(const ExploreOptions& options, const Plan& plan);
/// Throws InputError for options that only Slurm's engine has.
void refuse_slurm_options(const ExploreOptions& options);

/// Adds collect and cancel, and the worker that Slurm starts.
void add_slurm_commands(CLI::App& explore, ExploreOptions& options);

}  // namespace isobar
