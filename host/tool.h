// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace isobar {

/// Where a program of this machine is, by PATH. Throws ValueError that names the Debian package
/// that brings it and what it is needed for.
std::filesystem::path find_tool(const std::string& program, const std::string& package,
                                const std::string& purpose);

/// Runs a command in `folder` without standard input; returns what it printed, both streams
/// together. Throws ModelError with the last lines of that if it cannot be started or fails.
std::string run_tool(const std::vector<std::string>& command, const std::filesystem::path& folder);

}  // namespace isobar
