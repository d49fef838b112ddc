// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

#include "sim/commands/command_line.h"
#include "sim/commands/mutants_command.h"
#include "sim/commands/synth_command.h"
#include "sim/programs/program.h"

namespace isobar {

int program(int argc, char** argv) {
  CLI::App app;
  SynthOptions options;
  add_synth(app, options);
  auto* mutants = app.add_subcommand("mutants", "isobar cosim --mutants")->group("");
  std::string scheme;
  mutants->add_option("SCHEME", scheme, "whose RTL")->required();
  if (const auto status = parse_command_line(app, argc, argv)) return *status;
  return mutants->parsed() ? mutants_command(scheme) : synth_command(options);
}

}  // namespace isobar
