// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/parameter.h"
#include "sim/config/key.h"
#include "sim/torture/dice.h"

namespace isobar {

/// A number as it is written, from `lo` to `hi`: mostly near `usual`, sometimes a bound.
std::string draw_number(Dice& dice, double lo, double hi, double usual, bool whole);

/// `name`, or `name:PARAMETER=VALUE,…` with some of these, each with a value that it allows. What
/// stays `moderate` has no value far above the default, for which it would compute for hours.
std::string draw_named(Dice& dice, const std::string& name,
                       const std::vector<Parameter>& parameters, bool moderate = false);

/// A value of a key by what its row says of its values; empty of texts, which no row describes.
std::string draw_by_kind(Dice& dice, const Key& key);

/// The same value with a fault: a sign, a unit, a letter or a number that was not meant.
std::string draw_fault(Dice& dice, const std::string& value);

}  // namespace isobar
