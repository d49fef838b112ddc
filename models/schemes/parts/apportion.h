// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/types.h"

namespace isobar {

/// Divides `amount` ≥ 0 into whole parts in proportion to `weights` ≥ 0; their sum is `amount`.
/// Part k is the running sum's share, rounded down, less what went before, so less than one off its
/// own exact share. All parts are 0 if no weight is above 0.
std::vector<Load> apportion(Load amount, const std::vector<Load>& weights);

/// `value`·over/under rounded down, for values ≥ 0 and under > 0.
Load scaled(Load value, Load over, Load under);
/// `value`·over/under rounded up, for values ≥ 0 and under > 0.
Load scaled_up(Load value, Load over, Load under);

}  // namespace isobar
