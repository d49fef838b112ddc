// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "sim/torture/trial.h"

namespace isobar {

/// All of a file; empty if it is not there.
std::string contents(const std::filesystem::path& file);

/// The same text with names of files in the folder in the place of their paths.
std::string without_folder(const std::string& text, const std::filesystem::path& folder);

/// What lies in a folder.
std::set<std::string> names_in(const std::filesystem::path& folder);

/// Makes a folder that holds the trial's files and nothing else. Returns its path without links.
std::filesystem::path fresh_folder(const std::filesystem::path& folder, const Trial& trial);

}  // namespace isobar
