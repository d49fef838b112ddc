// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/reproduce/reproduction.h"

namespace isobar {

// R. Lüling, B. Monien, A Dynamic Distributed Load Balancing Algorithm with Provable Good
// Performance: the tables and figures, one function each.

Reproduction lueling_monien_theorem1(Lab& lab);
Reproduction lueling_monien_fig6(Lab& lab);
Reproduction lueling_monien_theorem4(Lab& lab);
Reproduction lueling_monien_section6(Lab& lab);
Reproduction lueling_monien_fig7(Lab& lab);
Reproduction lueling_monien_fig8(Lab& lab);
Reproduction lueling_monien_fig9(Lab& lab);
Reproduction lueling_monien_fig10(Lab& lab);
Reproduction lueling_monien_table1(Lab& lab);
Reproduction lueling_monien_bandwidth(Lab& lab);  ///< over links of finite bandwidth

}  // namespace isobar
