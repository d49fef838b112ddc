// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "models/experiment/rtl_parameters.h"
#include "tb/verilated_library.h"

namespace isobar {

/// In how many places of a spanning tree a PE whose phases are no fixed slots is tried; a seed is
/// in one of them.
constexpr std::size_t noise_places = 5;

/// Two PEs of one netlist of mutants, one mutated and one not, side by side for some thousand
/// cycles. Both hear what the unmutated one sends, as in a ring of one PE; in spells the bits are
/// wrong, or those of neighbours that no fabric has; and both are stopped, reset and given work at
/// random moments. So it shows what a PE makes of wrong bits and whether it says so, which no
/// fabric in order does. Returns the output that differs first; empty if none does.
std::string difference_in_noise(const RtlParameters& parameters, const VerilatedLibrary& library,
                                std::uint64_t mutant, std::uint64_t seed);

}  // namespace isobar
