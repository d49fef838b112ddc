// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace isobar {

/// The value under `key`; null if there is none, or if `object` is no object.
const nlohmann::json& lb_member(const nlohmann::json& object, const char* key);

/// A value as an error message shows it, cut short.
std::string lb_in_short(const nlohmann::json& value);

/// The number from 0 to `most` under `key`. Throws ValueError with `name`, the key, the value, and
/// the unit `what` that it must be a number of.
double lb_number(const nlohmann::json& object, const char* key, const std::string& name,
                 const char* what, double most);

}  // namespace isobar
