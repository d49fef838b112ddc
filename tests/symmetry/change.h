// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/measure/result.h"
#include "tests/symmetry/node_map.h"

namespace isobar::test {

/// A change to an experiment, and that which its result must undergo if the scheme is symmetric
/// under it. Of a message-driven run a longer time means that what happened in cycle c happens in
/// `cycles` times c.
struct Change {
  NodeMap map;               ///< where the PEs go
  int cycles = 1;            ///< by which every time that is counted in cycles is multiplied
  int clock = 1;             ///< by which clock and bandwidths are multiplied
  bool sets_cycles = false;  ///< the scheme's parameters in cycles are given, none is automatic

  /// The scheme as it is written for the experiment before the change and after it.
  std::string scheme_before(const std::string& scheme) const;
  std::string scheme_after(const std::string& scheme) const;
  /// What becomes of the experiment, and of its result.
  Experiment of(const Experiment& experiment, const std::string& scheme) const;
  RunResult of(RunResult result) const;
};

/// A scheme's name with all its parameters in cycles, `factor` times their defaults; times 5 where
/// the default is that the scheme computes them.
std::string with_cycles(const std::string& scheme, int factor);

}  // namespace isobar::test
