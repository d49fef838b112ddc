// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace isobar {

/// The options of `isobar explore` and of its own commands.
struct ExploreOptions {
  std::string plan;
  std::string folder;
  unsigned workers = 0;
  int timeout = 0;
  bool retry_failed = false;
  bool quiet = false;
  bool dry_run = false;
  std::string engine = "local";
  std::vector<std::string> slurm_options;
  int task_seconds = 0;  ///< 0: not given
  bool detach = false;

  std::string batch;     ///< the folder of the batch, for a worker that Slurm starts
  std::size_t task = 0;  ///< the number of that worker's task

  std::function<int()> command;  ///< what to do, once the command line is parsed
};

}  // namespace isobar
