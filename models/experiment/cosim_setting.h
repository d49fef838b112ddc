// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
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

/// RTL of a user's own in the place of the release's.
struct OwnRtl {
  std::string folder;                ///< of its sources; empty: there is none
  std::string top;                   ///< its module; empty: that of the release
  std::vector<std::string> defines;  ///< macros, NAME or NAME=VALUE

  bool any() const { return !folder.empty(); }
};

/// What evaluates the RTL.
enum class RtlEngine {
  verilator,  ///< each PE by itself, as Verilator translates it
  gates,      ///< all PEs at once, as gates that Yosys makes
};

/// What a run at the level `rtl` has besides its experiment: which PEs are RTL, and what happens
/// at their streams.
struct CosimSetting {
  RtlParameters parameters;
  std::vector<Node> nodes;   ///< the PEs that are RTL, ascending
  std::vector<Node> inside;  ///< those of them whose signals inside are in the wave file, ascending
  Traffic traffic;
  OwnRtl own;
  RtlEngine engine = RtlEngine::verilator;
  std::uint64_t mutant = 0;  ///< of a library that has some; 0 is none
};

}  // namespace isobar
