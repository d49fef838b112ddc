// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace isobar {

/// Finds a program by PATH. If there is none, throws ValueError, which names the Debian package of
/// the program and the purpose that it is needed for.
std::filesystem::path find_tool(const std::string& program, const std::string& package,
                                const std::string& purpose);

/// Runs a command in `folder` without standard input and returns what it wrote to both output
/// streams. Throws ModelError with the last lines of that if the command cannot be started or
/// fails.
std::string run_tool(const std::vector<std::string>& command, const std::filesystem::path& folder);

}  // namespace isobar
