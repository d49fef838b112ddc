// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace isobar {

/// The toggles of a PE's registers in a cycle: bits that change, to 0 or to 1. The memory of the
/// queue and registers that only count cycles of links are not among them. As
/// `tb/activity/measure` counted them on 26 November 2026, in the order of synthesized_pes: 16 PEs
/// in the first 4,096 cycles in which they balance random loads, with nobody working on tasks.
inline constexpr std::array<double, 24> measured_toggles = {
    25.80, 25.79, 26.05, 25.96,  // C0
    25.76, 25.77, 26.04, 25.83,  // C1
    22.12, 22.13, 22.31, 22.28,  // C2
    19.15, 16.12, 18.35, 17.63,  // C3
    19.96, 16.93, 19.16, 18.45,  // C4
    19.15, 16.12, 18.35, 17.63,  // C5
};

/// What the clock of a register takes in a cycle, in picojoules, and what a cell's output takes
/// when it changes, with what it drives. Measured on an iCE40 UltraPlus; docs/costs.md has the
/// derivation.
inline constexpr double register_clock_pj = 0.0144;
inline constexpr double cell_toggle_pj = 0.5;

}  // namespace isobar
