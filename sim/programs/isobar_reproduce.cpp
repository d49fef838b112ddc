// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

#include "sim/commands/command_line.h"
#include "sim/commands/reproduce_command.h"
#include "sim/programs/program.h"

namespace isobar {

int program(int argc, char** argv) {
  CLI::App app;
  ReproduceOptions options;
  add_reproduce(app, options);
  if (const auto status = parse_command_line(app, argc, argv)) return *status;
  return reproduce_command(options);
}

}  // namespace isobar
