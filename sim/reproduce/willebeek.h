// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/reproduce/lab.h"
#include "sim/reproduce/reproduction.h"

namespace isobar {

Reproduction willebeek_table4(Lab& lab);
Reproduction willebeek_hbm(Lab& lab);     ///< HBM's threshold, swept
Reproduction willebeek_table1(Lab& lab);  ///< Table I: the age of information
Reproduction willebeek_fig6(Lab& lab);    ///< system sizes
Reproduction willebeek_fig7(Lab& lab);    ///< granularities
Reproduction willebeek_fig8(Lab& lab);    ///< job scheduling
Reproduction hardware_or_software(Lab& lab);

}  // namespace isobar
