// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <vector>

#include "models/schemes/synchronous.h"

namespace isobar {

/// What one rank's LBDatafile (the JSON of DARMA-tasking's vt) says about its load.
struct LbDatafile {
  struct Phase {
    std::uint64_t id = 0;
    Load tasks = 0;
  };

  std::optional<std::uint64_t> rank;  ///< metadata.rank, where there is one
  std::vector<Phase> phases;          ///< as listed, at least one; no id twice
};

/// Reads one rank's file. `type` must be "LBDatafile", at the top level or under `metadata`; every
/// entry of phases[].tasks[] is one task. All else is skipped.
/// Throws ValueError naming line and column, or the field and its value.
LbDatafile read_lbdatafile(std::istream& in);

}  // namespace isobar
