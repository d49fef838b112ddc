// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/fabric/fabric.h"
#include "models/types.h"

namespace isobar {

/// Most steps in which lm-c5 balances loads ≥ 1 that are `difference` apart: L_diff·ΣK, the sum
/// over dimensions of radix 2 or more (Henrich, Theorem 3, which says O(D·K·L_diff); that the
/// factor 1 is enough is found in runs, docs/schemes/liquid.md). Ends at 2^63 − 1.
std::int64_t theorem_3_bound(const Fabric& fabric, Load difference);

}  // namespace isobar
