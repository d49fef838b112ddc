// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <string_view>

namespace isobar {

/// Calls `take` with every line of a text and its number from 1, without a byte-order mark before
/// the first. A ValueError that `take` throws is thrown on with the line's number in front. Throws
/// ValueError if reading fails.
void for_each_line(std::istream& in,
                   const std::function<void(std::string_view line, std::int64_t number)>& take);

}  // namespace isobar
