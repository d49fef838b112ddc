// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace isobar {

/// What the command line of `isobar explore` and its own commands said.
struct ExploreOptions {
  std::string plan;
  std::string folder;
  unsigned workers = 0;
  int timeout = 0;
  bool retry_failed = false;
  std::string engine = "local";
  std::vector<std::string> slurm_options;
  int task_seconds = 0;  ///< 0: not given
  bool detach = false;

  // Of a worker that Slurm starts:
  std::string batch;
  std::size_t task = 0;

  std::function<int()> command;  ///< what is to be done, once it is parsed
};

/// Adds `isobar explore` with its own commands. `options` must outlive the app.
CLI::App* add_explore(CLI::App& app, ExploreOptions& options);

/// Runs a plan's points. Returns the exit status: 0 done, 1 interrupted or a point failed. Throws
/// InputError or ValueError for what cannot be used.
int explore_command(const ExploreOptions& options);

}  // namespace isobar
