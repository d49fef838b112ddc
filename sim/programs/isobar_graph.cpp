// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

#include "sim/commands/command_line.h"
#include "sim/commands/graph_command.h"
#include "sim/programs/program.h"

namespace isobar {

int program(int argc, char** argv) {
  CLI::App app;
  GraphOptions options;
  add_graph(app, options);
  if (const auto status = parse_command_line(app, argc, argv)) return *status;
  return graph_command(options);
}

}  // namespace isobar
