// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "models/types.h"
#include "sim/input/read_lbdatafile.h"

namespace isobar {

/// One rank's part of a set.
struct LbRank {
  std::filesystem::path file;
  LbDatafile::Phase phase;
};

/// One phase of a set of LBDatafiles, a folder with one JSON a rank whose name ends in .RANK.json;
/// by rank, of which there must be `nodes`. `name` is FOLDER, relative to `base`, for the first
/// phase of rank 0's file, or FOLDER@PHASE for the phase with this id: what follows the last @ is a
/// phase if it is all digits and no folder has the whole name.
/// Throws ValueError naming the file, the field in it, the value and what is allowed.
std::vector<LbRank> read_lbdatafile_set(std::string_view name, Node nodes,
                                        const std::filesystem::path& base, LbDetail detail);

}  // namespace isobar
