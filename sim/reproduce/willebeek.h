// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/reproduce/lab.h"
#include "sim/reproduce/reproduction.h"

namespace isobar {

Reproduction willebeek_table4(Lab& lab);
Reproduction willebeek_hbm(Lab& lab);     ///< HBM's threshold, swept
Reproduction willebeek_table1(Lab& lab);  ///< Table I: the age of information
Reproduction willebeek_update(Lab& lab);  ///< Section III.F: the load update factor
/// SID and RID as the paper may be read, crossed.
Reproduction willebeek_readings(Lab& lab);
/// What rests on constants that are in none of its pages.
Reproduction willebeek_fitted(Lab& lab);
Reproduction willebeek_fig6(Lab& lab);  ///< system sizes
Reproduction willebeek_fig7(Lab& lab);  ///< granularities
Reproduction willebeek_fig8(Lab& lab);  ///< job scheduling
Reproduction willebeek_fine(Lab& lab);  ///< tasks as short as their transfer
Reproduction hardware_or_software(Lab& lab);

}  // namespace isobar
