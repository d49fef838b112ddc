// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// The parts of `text` between `separator`s; one empty part for an empty text.
std::vector<std::string_view> split(std::string_view text, char separator);

/// `text` without white space at either end.
std::string_view trim(std::string_view text);

/// A decimal integer without sign and within lo..hi, the whole of `text`.
/// Throws ValueError, naming `what` ("a radix"), the value and the range.
std::int64_t parse_integer(std::string_view text, std::string_view what, std::int64_t lo,
                           std::int64_t hi);

}  // namespace isobar
