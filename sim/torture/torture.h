// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <vector>

#include "host/limited_run.h"
#include "sim/terminal/say.h"
#include "sim/torture/judge.h"
#include "sim/torture/trial.h"

namespace isobar {

struct TortureSetting {
  ProgramRun run;                 ///< of the program that is tried
  std::filesystem::path program;  ///< its file, for runs with faults
  std::uint64_t seed = 1;
  std::uint64_t first = 0;                     ///< the number of the first experiment that is drawn
  std::size_t count = 0;                       ///< how many are drawn
  std::optional<double> minutes{};             ///< after which no other begins
  std::optional<std::vector<Trial>> corpus{};  ///< these are tried, and none is drawn
  bool faults = false;                         ///< each is run while something goes wrong around it
  /// Where a corpus of what was tried goes, each below what it came to and none made shorter;
  /// empty: nowhere.
  std::filesystem::path outcomes{};
  unsigned workers = 0;  ///< at a time; 0: as many as the machine has processors
  RunLimits limits{};    ///< of each run
  Say how = Say::all;
};

/// How many experiments came to what.
struct TortureCounts {
  std::size_t ran = 0;
  std::size_t refused = 0;
  std::size_t long_runs = 0;
  std::size_t broken = 0;

  std::size_t all() const { return ran + refused + long_runs + broken; }
};

/// Tries experiments, and writes to `out` each finding as it comes: the law that was broken, what
/// was there instead, and the line that shows it. Ends early at Ctrl-C.
TortureCounts torture(const TortureSetting& setting, std::ostream& out);

}  // namespace isobar
