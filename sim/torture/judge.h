// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "host/limited_run.h"
#include "sim/torture/finding.h"
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
  Found finding;  ///< the first law that it broke
};

/// Runs trials by the program and holds what comes of them against the laws.
class Judge {
 public:
  /// By this program, in folders below `folder`.
  Judge(std::filesystem::path program, std::filesystem::path folder, RunLimits limits);

  /// Its folder becomes the current one, in which the trial's files are.
  Verdict judge(const Trial& trial) const;

 private:
  std::filesystem::path program_;
  std::filesystem::path folder_;
  RunLimits limits_;
};

}  // namespace isobar
