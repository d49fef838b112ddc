// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/schema_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/result/result_schema.h"

namespace isobar {
namespace {

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "integer") return value.is_number_integer();
  return type == "number" && value.is_number();
}

bool has_a_type(const Json& value, const Json& types) {
  if (types.is_string()) return has_type(value, types);
  return std::any_of(types.begin(), types.end(),
                     [&](const Json& type) { return has_type(value, type); });
}

std::string objection(const Json& value, const Json& schema, const std::string& place) {
  if (schema.contains("const") && value != schema["const"]) return place + ": not the constant";
  if (schema.contains("type") && !has_a_type(value, schema["type"])) {
    return fmt::format("{}: {} is no {}", place, value.dump(), schema["type"].dump());
  }
  if (schema.contains("enum")) {
    const auto& all = schema["enum"];
    if (std::find(all.begin(), all.end(), value) == all.end()) return place + ": no such word";
  }
  if (value.is_array()) {
    for (const auto& one : value) {
      if (auto text = objection(one, schema.at("items"), place + "[]"); !text.empty()) return text;
    }
  }
  if (!value.is_object() || place == ".config") return {};
  for (const auto& name : schema.value("required", Json::array())) {
    if (!value.contains(name.get<std::string>())) return place + ": no " + name.dump();
  }
  for (const auto& [name, inner] : value.items()) {
    const auto there = fmt::format("{}.{}", place, name);
    const bool is_named = schema.contains("properties") && schema["properties"].contains(name);
    if (!is_named && !schema.contains("additionalProperties")) return there + ": not in the schema";
    const auto& of = is_named ? schema["properties"][name] : schema["additionalProperties"];
    if (auto text = objection(inner, of, there); !text.empty()) return text;
  }
  return {};
}

}  // namespace

std::string schema_objection(const Json& result) {
  static const auto schema = result_schema();
  return objection(result, schema, "");
}

}  // namespace isobar
