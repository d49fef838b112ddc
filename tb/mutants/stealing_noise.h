// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "models/fabric/fabric.h"
#include "tb/mutants/noise_inputs.h"
#include "tb/verilated_library.h"

namespace isobar {

/// What goes into a PE of work stealing in a cycle of noise.
struct StealingNoiseInputs : NoiseInputs {
  bool works;
  std::uint64_t release;  ///< of a PE with a router
};

/// What a PE of work stealing hears in noise for some thousand cycles, and what it says without a
/// mutant. Around it are its neighbours or, if it has a router, all other PEs of the fabric. They
/// answer what it asks; in some spells they say what they may not, or some of their bits are wrong,
/// and the PE is stopped. Its executor does what it likes. So noise shows what a PE makes of errors
/// and whether it says so, and of streams that do not take what they asked for at once.
class StealingNoise {
 public:
  /// `library`: of the PE's netlist of mutants. Throws ModelError if neighbours that do what they
  /// may have a PE with a router say an error.
  StealingNoise(const RtlParameters& parameters, const Fabric& fabric,
                const VerilatedLibrary& library, std::uint64_t seed);

  /// The first output in which a mutant that hears the same differs; empty if none does.
  std::string difference(std::uint64_t mutant) const;

 private:
  const RtlParameters parameters_;
  const VerilatedLibrary& library_;
  Node own_;
  std::uint64_t seed_;
  std::vector<StealingNoiseInputs> inputs_;  ///< by cycle
  std::vector<std::vector<std::uint64_t>>
      outputs_;  ///< by cycle, what the PE says without a mutant
};

}  // namespace isobar
