// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace isobar {

struct ReproduceOptions {
  std::vector<std::string> ids;
  std::string folder = "reproduced";
  bool list = false;
  bool inventory = false;
  bool quiet = false;
};

/// Adds `isobar reproduce`.
CLI::App* add_reproduce(CLI::App& app, ReproduceOptions& options);

/// Makes tables and figures of the papers again. Returns the exit status: 0 done, 1 a
/// comparison failed or Ctrl-C came. Throws ValueError for an unknown ID, for a folder that
/// cannot be written, or if there is no plotter.
int reproduce_command(const ReproduceOptions& options);

}  // namespace isobar
