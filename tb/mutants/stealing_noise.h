// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "models/fabric/fabric.h"
#include "tb/verilated_library.h"

namespace isobar {

/// What goes into a PE of work stealing in a cycle of noise.
struct NoisyInputs {
  bool resets;
  bool runs;
  std::uint64_t valid;
  std::uint64_t line;
  std::uint64_t release;  ///< of a PE with a router
  bool works;
  bool offers;
  std::uint64_t task;
  bool asks;
  bool takes;
};

/// What a PE of work stealing hears in noise for some thousand cycles, and says without a mutant.
/// Its neighbours, or to a PE with a router all PEs of the fabric, answer what it asks; in spells
/// they say what they may not, or bits are wrong, and it is stopped. Its executor does what it
/// likes. So it shows what a PE makes of errors and whether it says so, and of streams that do not
/// take what they asked for at once.
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
  std::vector<NoisyInputs> inputs_;     ///< by cycle
  std::vector<std::uint64_t> outputs_;  ///< of each cycle those of NoisyPe, in words
};

}  // namespace isobar
