// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace isobar {

/// The digits of the whole number that a decimal number without a sign stands for: 3 of `3`, `3.0`,
/// `0.3e1` and `3.000000e+00`. With `decimal_comma` also of `3,0`. Nothing if there is a fraction,
/// if it is no number, or if it has more than 20 digits.
std::optional<std::string> whole_digits(std::string_view text, bool decimal_comma);

/// Whether it has three digits behind a point or a comma, as `1.000`, which is 1 in one country and
/// 1000 in another.
bool may_be_thousands(std::string_view text);

}  // namespace isobar
