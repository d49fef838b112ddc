// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

#include "sim/commands/command_line.h"
#include "sim/commands/torture_command.h"
#include "sim/programs/program.h"

namespace isobar {

int program(int argc, char** argv) {
  CLI::App app;
  TortureOptions options;
  add_torture(app, options);
  if (const auto status = parse_command_line(app, argc, argv)) return *status;
  return torture_command(options);
}

}  // namespace isobar
