// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/types.h"
#include "sim/input/read_lbdatafile.h"

namespace isobar {

/// One rank's part of a set.
struct LbRank {
  std::filesystem::path file;
  std::optional<double> alpha;  ///< metadata.rank_alpha
  std::vector<LbDatafile::Phase> phases;
  std::vector<std::size_t> in_turn;  ///< which of `phases` is the set's first, second, …

  const LbDatafile::Phase& phase(std::size_t turn) const { return phases[in_turn[turn]]; }
};

struct LbSet {
  std::vector<LbRank> ranks;         ///< by number, at least one
  std::vector<std::uint64_t> turns;  ///< the ids of its phases in turn
  std::size_t others = 0;            ///< phases that the first rank has and that are none of these
};

/// What is to be read of a set.
struct LbSetQuery {
  /// FOLDER, or FOLDER@PHASE for the phase with this id: what follows the last @ is a phase if it
  /// is all digits and no folder has the whole name.
  std::string_view name;
  const std::filesystem::path& base;  ///< that FOLDER is relative to
  LbWanted wanted{};
  std::optional<std::string> stem{};  ///< of the files' names, where there are several
  bool all_phases = false;  ///< else the first that the first rank's file lists, without @PHASE
};

/// A set of LBDatafiles: a folder with one file a rank whose name ends in .RANK.json or
/// .RANK.json.br. A phase that vt left out because it is identical to the one before has that one's
/// tasks. Throws ValueError naming the file, the field in it, the value and what is allowed.
LbSet read_lbdatafile_set(const LbSetQuery& query);

/// Where the ranks of a set are: rank r on PE r if there is a PE for each, else consecutive ranks
/// share a PE, as many on each as whole numbers allow.
std::vector<Node> pes_of_ranks(std::size_t ranks, Node pes);
/// A line on that; none if there are as many ranks as PEs.
std::vector<std::string> fold_notes(std::size_t ranks, Node pes);

}  // namespace isobar
