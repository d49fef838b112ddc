// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/reproduce/reproduction.h"

namespace isobar {

// R. Lüling, B. Monien, A Dynamic Distributed Load Balancing Algorithm with Provable Good
// Performance: what each makes again.

Reproduction lueling_monien_theorem1(Lab& lab);
Reproduction lueling_monien_fig6(Lab& lab);
Reproduction lueling_monien_bandwidth(Lab& lab);  ///< over links of finite bandwidth

}  // namespace isobar
