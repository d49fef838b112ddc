// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace CLI {
class App;
}

namespace isobar {

/// Parses the command line of a program with these commands, of which one is required. Returns the
/// exit status where nothing is left to do: after help and the version. Throws InputError.
std::optional<int> parse_command_line(CLI::App& app, int argc, const char* const* argv);

}  // namespace isobar
