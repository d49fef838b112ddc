// SPDX-License-Identifier: Apache-2.0
#include "sim/config/config_json.h"

#include "models/text.h"

namespace isobar {

Json config_json(const Config& config) {
  Json json = Json::object();
  for (const auto& key : config.keys) {
    if (key.output) continue;
    Json* place = &json;
    for (const auto part : split(key.name, '.')) place = &(*place)[std::string(part)];
    std::visit([&](const auto& value) { *place = value; }, key.value);
  }
  return json;
}

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace isobar
