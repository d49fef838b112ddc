// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/parameter.h"
#include "models/types.h"

namespace isobar {

/// Divides `amount` ≥ 0 into whole parts in proportion to `weights` ≥ 0; their sum is `amount`.
/// Part k is the running sum's share, rounded down, less what went before, so less than one off its
/// own exact share. All parts are 0 if no weight is above 0.
std::vector<Load> apportion(Load amount, const std::vector<Load>& weights);

/// How the exact shares of an amount become whole tasks.
enum class Rounding : std::uint8_t {
  sums,     ///< by running sums, as above: the only one whose shares add up to the amount
  down,     ///< each share down
  up,       ///< each share up
  nearest,  ///< each share to the nearest whole number, halves up
  raised    ///< each share down, but to no less than a least one
};

/// Divides `amount`/`parts` ≥ 0 into whole shares in proportion to `weights` ≥ 0; `least` is what
/// Rounding::raised gives at least for each weight above 0. All shares are 0 if no weight is above
/// 0.
std::vector<Load> apportion(Load amount, Load parts, const std::vector<Load>& weights,
                            Rounding rounding, Load least);

/// The parameter `round`: how shares become whole tasks.
ParameterOf<Rounding> round_parameter();

/// `value`·over/under rounded down, for values ≥ 0 and under > 0.
Load scaled(Load value, Load over, Load under);
/// `value`·over/under rounded up, for values ≥ 0 and under > 0.
Load scaled_up(Load value, Load over, Load under);

}  // namespace isobar
