// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <istream>
#include <nlohmann/json.hpp>
#include <string_view>

namespace isobar {

/// Whether a member of an object is kept, with all that is in it; `depth` is 1 at the top level and
/// one more in each object or array.
using IsWanted = std::function<bool(int depth, std::string_view key)>;

/// Parses a file of which little is kept, JSON or the same compressed with brotli, whatever its
/// name, in time linear in its length. (The library's own filter
/// looks through an array at the end of each of its elements.) Throws ValueError that says where it
/// is no JSON.
nlohmann::json parse_lb_json(std::istream& in, const IsWanted& is_wanted);

}  // namespace isobar
