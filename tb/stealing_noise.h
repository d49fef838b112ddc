// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "models/experiment/rtl_parameters.h"
#include "tb/verilated_library.h"

namespace isobar {

/// Two PEs of work stealing of one netlist of mutants, one mutated and one not, side by side for
/// some thousand cycles. Both hear the same neighbours, which answer what the unmutated one asks;
/// in spells these say what they may not, or bits are wrong, and both are stopped. Their executors
/// do what they like. So it shows what a PE makes of errors and whether it says so, and of streams
/// that do not take what they asked for at once. Returns the output that differs first; empty if
/// none does.
std::string difference_in_stealing_noise(const RtlParameters& parameters,
                                         const VerilatedLibrary& library, std::uint64_t mutant,
                                         std::uint64_t seed);

}  // namespace isobar
