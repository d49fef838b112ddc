// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "host/limited_run.h"
#include "sim/torture/broken_law.h"
#include "sim/torture/trial.h"

namespace isobar {

/// What became of a trial.
struct Verdict {
  enum class Kind : std::uint8_t {
    ran,      ///< it has results, and they are right
    refused,  ///< and said why
    long_run  ///< it took longer than there was time, and ended on Ctrl-C
  };
  Kind kind = Kind::ran;
  Found finding;          ///< the first law that it broke
  std::string outcome{};  ///< of what ran or was refused: what it came to, in a line
};

/// Runs the program with some arguments in a folder.
using ProgramRun =
    std::function<LimitedRun(const std::vector<std::string>& arguments,
                             const std::filesystem::path& folder, const RunLimits& limits)>;

/// Returns what runs the program in the file `program`.
ProgramRun run_of(const std::filesystem::path& program);

/// Runs trials by the program and holds what comes of them against the laws.
class Judge {
 public:
  /// In folders below `folder`.
  Judge(ProgramRun run, std::filesystem::path folder, RunLimits limits);

  /// Its folder becomes the current one, in which the trial's files are.
  Verdict judge(const Trial& trial) const;

 private:
  ProgramRun run_;
  std::filesystem::path folder_;
  RunLimits limits_;
};

}  // namespace isobar
