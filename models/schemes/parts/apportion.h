// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/types.h"

namespace isobar {

/// `amount` ≥ 0 in whole parts as the `weights` ≥ 0 are to each other, together exactly `amount`:
/// part k is the running sum's share, rounded down, less what went before, so less than one off its
/// own exact share. All 0 if no weight is above 0.
std::vector<Load> apportion(Load amount, const std::vector<Load>& weights);

/// `value`·over/under rounded down, for values ≥ 0 and under > 0.
Load scaled(Load value, Load over, Load under);
/// `value`·over/under rounded up, for values ≥ 0 and under > 0.
Load scaled_up(Load value, Load over, Load under);

}  // namespace isobar
