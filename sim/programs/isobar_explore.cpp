// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

#include "sim/commands/command_line.h"
#include "sim/commands/explore_command.h"
#include "sim/programs/program.h"

namespace isobar {

int program(int argc, char** argv) {
  CLI::App app;
  ExploreOptions options;
  add_explore(app, options);
  if (const auto status = parse_command_line(app, argc, argv)) return *status;
  return options.command ? options.command() : explore_command(options);
}

}  // namespace isobar
