// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lb_json.h"

#include <fmt/format.h>

#include "models/errors.h"

namespace isobar {

using Json = nlohmann::json;

const Json& lb_member(const Json& object, const char* key) {
  static const Json null;
  if (!object.is_object()) return null;
  const auto found = object.find(key);
  return found == object.end() ? null : *found;
}

std::string lb_in_short(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  return value.dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, 40);
}

double lb_number(const Json& object, const char* key, const std::string& name, const char* what,
                 double most) {
  const auto& value = lb_member(object, key);
  const double number = value.is_number() ? value.get<double>() : -1;
  if (number >= 0 && number <= most) return number;
  throw ValueError(fmt::format("{}.{} is {}; it must be a number of {} from 0 to {:.15g}", name,
                               key, lb_in_short(value), what, most));
}

}  // namespace isobar
