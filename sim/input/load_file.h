// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "models/types.h"

namespace isobar {

/// The initial loads, one a PE in node order, by a rule of initial_load() or from files:
///   csv:FILE                 whole numbers in node order, see read_csv.h
///   npy:FILE                 a NumPy array of whole numbers, see read_npy.h
///   lbdatafile:FOLDER        one LBDatafile JSON a rank, its name ending in .RANK.json; rank r's
///                            tasks are the load of PE r, in the first phase of rank 0's file
///   lbdatafile:FOLDER@PHASE  the same in the phase with this id
/// Relative paths are taken from `folder`. What follows the last @ is a phase if it is all digits
/// and no folder has the whole name.
/// Throws ValueError naming the file, the place in it, the value and what is allowed.
std::vector<Load> load_from(std::string_view rule, Node nodes, std::uint64_t seed,
                            const std::filesystem::path& folder);

/// The same rule as it can be used from any folder: a path in it is absolute.
std::string load_with_absolute_path(const std::string& rule, const std::filesystem::path& folder);

}  // namespace isobar
