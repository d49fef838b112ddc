// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace isobar {

/// The toggles of a PE's registers in a cycle: bits that change, to 0 or to 1. The memory of the
/// queue and registers that only count cycles of links are not among them. As
/// `tb/activity/measure` counted them on 23 November 2026, in the order of synthesized_pes: 16 PEs
/// in the first 4,096 cycles in which they balance random loads, with nobody working on tasks.
inline constexpr std::array<double, 24> measured_toggles = {
    25.80, 25.79, 26.05, 25.96,  // C0
    25.76, 25.77, 26.04, 25.83,  // C1
    22.10, 22.10, 22.28, 22.26,  // C2
    19.12, 16.10, 18.33, 17.61,  // C3
    19.91, 16.88, 19.11, 18.40,  // C4
    19.12, 16.10, 18.33, 17.61,  // C5
};

/// What the clock of a register takes in a cycle, in picojoules, and what a cell's output takes
/// when it changes, with what it drives. Measured on an iCE40 UltraPlus; docs/costs.md has the
/// derivation.
inline constexpr double register_clock_pj = 0.0144;
inline constexpr double cell_toggle_pj = 0.5;

}  // namespace isobar
