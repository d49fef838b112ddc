// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace isobar {

/// The sources of the release, of which a user's own with the same name, whatever its ending, take
/// the place; what `folder` has besides comes with them. Packages (`…_pkg`) are first. Throws
/// ValueError if the folder has no Verilog.
std::vector<std::filesystem::path> with_own_rtl(const std::vector<std::filesystem::path>& release,
                                                const std::filesystem::path& folder);

/// Headers in the folder, which are found before those of the release.
std::vector<std::filesystem::path> own_headers(const std::filesystem::path& folder);

/// Whether a module among the sources is declared with parameters; that of a netlist is not. Throws
/// ValueError if no source declares it.
bool has_parameters(const std::vector<std::filesystem::path>& sources, const std::string& module);

}  // namespace isobar
