// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/explore_options.h"

namespace CLI {
class App;
}

namespace isobar {

/// Adds `isobar explore` with its own commands. `options` must outlive the app.
CLI::App* add_explore(CLI::App& app, ExploreOptions& options);

/// Runs a plan's points. Returns the exit status: 0 all were run, whether they reached their goals
/// or not, 1 interrupted or a point failed. Throws InputError or ValueError for what cannot be
/// used.
int explore_command(const ExploreOptions& options);

}  // namespace isobar
