// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/analysis/hhc_formulas.h"
#include "sim/reproduce/reproduction.h"

namespace isobar {

// E. Al-Nsour, M. Asmaran, M. Fasha, New Load Balancing Algorithms for the HHC Interconnection
// Network: the tables and figures, one function each. The tables and figures of the three
// algorithms are alike.

Reproduction hhc_time_table(Lab& lab, HhcAlgorithm algorithm);      ///< Tables 1, 4, 7
Reproduction hhc_accuracy_table(Lab& lab, HhcAlgorithm algorithm);  ///< Tables 2, 5, 8
Reproduction hhc_steps_table(Lab& lab, HhcAlgorithm algorithm);     ///< Tables 3, 6, 9
Reproduction hhc_summary(Lab& lab);                                 ///< Table 10
/// Figures 3, 4, 8, 9: time over the load, in a fabric of dh dimensions.
Reproduction hhc_seconds_over_load(Lab& lab, const std::vector<HhcAlgorithm>& algorithms,
                                   unsigned dh);
/// Figures 5, 10: time of 500 tasks over dh.
Reproduction hhc_seconds_over_dimensions(Lab& lab, const std::vector<HhcAlgorithm>& algorithms);
Reproduction hhc_speed_figure(Lab& lab, HhcAlgorithm algorithm);  ///< Figures 6, 7
Reproduction hhc_speed_of_c_figure(Lab& lab);                     ///< Figure 11

}  // namespace isobar
