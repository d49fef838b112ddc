// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/command_line.h"

#include <CLI/CLI.hpp>
#include <string>

#include "sim/config/input_error.h"

namespace isobar {

std::optional<int> parse_command_line(CLI::App& app, int argc, const char* const* argv) {
  app.description("Isobar: a cycle model of processor fabrics that balance their own load");
  app.name("isobar");
  app.set_version_flag("--version", "isobar " ISOBAR_VERSION);
  app.require_subcommand(1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    throw InputError(std::string(error.what()) + " (isobar --help, isobar run --help)");
  }
  return std::nullopt;
}

}  // namespace isobar
