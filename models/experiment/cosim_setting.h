// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "models/types.h"

namespace isobar {

/// Random work at the streams of every PE.
struct Traffic {
  double rate = 0;    ///< how often in a cycle a task is made, or one asked for, at the most
  double stalls = 0;  ///< how often in a cycle the executor does not take what it asked for
  std::uint64_t seed = 1;

  bool any() const { return rate > 0; }
};

/// What a run at the level `rtl` has besides its experiment: which PEs are RTL, and what happens
/// at their streams.
struct CosimSetting {
  RtlParameters parameters;
  std::vector<Node> nodes;  ///< the PEs that are RTL, ascending
  Traffic traffic;
  std::uint64_t mutant = 0;  ///< of a library that has some; 0 is none
};

}  // namespace isobar
