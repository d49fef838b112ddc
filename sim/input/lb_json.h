// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace isobar {

/// The value under `key`, or null; also of what is no object.
const nlohmann::json& lb_member(const nlohmann::json& object, const char* key);

/// A value for an error message.
std::string lb_in_short(const nlohmann::json& value);

/// The number from 0 to `most` under `key`. Throws ValueError with `name`, the key, the value, and
/// `what` it must be a number of.
double lb_number(const nlohmann::json& object, const char* key, const std::string& name,
                 const char* what, double most);

}  // namespace isobar
