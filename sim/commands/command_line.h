// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace isobar {

/// Holds an option to these words; what was mistyped is told as unknown_name() does.
CLI::Validator one_of(const std::vector<std::string>& words);

/// Parses the command line of a program with these commands, of which one is required. Returns the
/// exit status where nothing is left to do: after help and the version. Throws InputError.
std::optional<int> parse_command_line(CLI::App& app, int argc, const char* const* argv);

}  // namespace isobar
