// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <vector>

#include "models/schemes/synchronous.h"

namespace isobar {

/// What is read of an LBDatafile's tasks: how many they are, or how long each took besides.
enum class LbDetail : std::uint8_t { counts, times };

/// What one rank's LBDatafile (the JSON of DARMA-tasking's vt) says about its load.
struct LbDatafile {
  struct Task {
    double time = 0;                    ///< seconds
    std::optional<std::uint64_t> node;  ///< the rank it ran on, where it is said
  };
  struct Phase {
    std::uint64_t id = 0;
    Load tasks = 0;
    std::vector<Task> times;  ///< LbDetail::times: one a task
  };

  std::optional<std::uint64_t> rank;  ///< metadata.rank, where there is one
  std::vector<Phase> phases;          ///< as listed, at least one; no id twice
};

/// Longest time of a task: 10^6 seconds.
inline constexpr double longest_task_time = 1e6;

/// Reads one rank's file. `type` must be "LBDatafile", at the top level or under `metadata`; every
/// entry of phases[].tasks[] is one task, and with LbDetail::times its `time` is a number of
/// seconds, its `node`, if there is one, a rank. All else is skipped.
/// Throws ValueError naming line and column, or the field and its value.
LbDatafile read_lbdatafile(std::istream& in, LbDetail detail);

}  // namespace isobar
