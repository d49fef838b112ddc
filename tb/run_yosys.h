// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace isobar {

/// Runs a script of Yosys, the program `yosys`, in a folder, where it and Yosys' temporary files
/// are left. Throws ModelError with Yosys' last words if it fails.
void run_yosys(const std::filesystem::path& yosys, const std::filesystem::path& folder,
               const std::string& script);

}  // namespace isobar
