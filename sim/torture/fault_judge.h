// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "sim/torture/dice.h"
#include "sim/torture/judge.h"

namespace isobar {

/// Runs trials while something goes wrong, with all outputs that go with them, and holds the files
/// that are left against the laws: whole or not at all, nothing that was there is lost, a stored
/// run can be looked at, and what could not be written is said.
class FaultJudge {
 public:
  /// By this program, in folders below `folder`.
  FaultJudge(std::filesystem::path program, std::filesystem::path folder, RunLimits limits);

  /// Once undisturbed, then with some faults of `dice`.
  Verdict judge(const Trial& trial, Dice& dice) const;

 private:
  std::filesystem::path program_;
  std::filesystem::path folder_;
  RunLimits limits_;
};

}  // namespace isobar
