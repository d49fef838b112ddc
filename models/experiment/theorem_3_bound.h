// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/fabric/fabric.h"
#include "models/types.h"

namespace isobar {

/// The most steps in which lm-c5 balances loads ≥ 1 that are `difference` apart: L_diff·ΣK, with
/// the sum over dimensions of radix 2 or more, and at most 2^63 − 1. (Henrich's Theorem 3 says
/// O(D·K·L_diff); runs have shown that the factor 1 is enough, docs/schemes/liquid.md.)
std::int64_t theorem_3_bound(const Fabric& fabric, Load difference);

}  // namespace isobar
