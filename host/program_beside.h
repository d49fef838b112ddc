// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace isobar {

/// The path of the program of this name in the folder of the one that runs, whether or not it is
/// there.
std::filesystem::path program_beside(const std::string& name);

}  // namespace isobar
