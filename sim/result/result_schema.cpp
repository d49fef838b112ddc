// SPDX-License-Identifier: Apache-2.0
#include "sim/result/result_schema.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/statistics/statistics.h"
#include "sim/result/result_json.h"

namespace isobar {
namespace {

Json object_schema() { return {{"type", "object"}, {"properties", Json::object()}}; }

void require(Json& object, const std::string& name) {
  auto& names = object["required"];
  if (names.is_null()) names = Json::array();
  if (std::find(names.begin(), names.end(), Json(name)) == names.end()) names.push_back(name);
}

/// The schema of the member at a path, made with the objects and lists that lead there; they are
/// required where the member is.
Json& member(Json& schema, const std::string& path, bool required) {
  Json* at = &schema;
  std::size_t start = 0;
  while (start <= path.size()) {
    const auto dot = std::min(path.find('.', start), path.size());
    auto name = path.substr(start, dot - start);
    start = dot + 1;
    const bool is_list =
        name.size() > list_mark.size() && name.substr(name.size() - list_mark.size()) == list_mark;
    if (is_list) name.resize(name.size() - list_mark.size());
    if (at->is_null()) *at = object_schema();
    if (name == "*") {
      at->erase("properties");
      at = &(*at)["additionalProperties"];
    } else {
      if (required) require(*at, name);
      at = &(*at)["properties"][name];
    }
    if (is_list) {
      (*at)["type"] = "array";
      at = &(*at)["items"];
    }
  }
  return *at;
}

Json type_of(const Statistic& statistic) {
  const auto name = [&] {
    switch (statistic.type) {
      case StatisticType::flag:
        return "boolean";
      case StatisticType::whole:
        return "integer";
      case StatisticType::real:
        return "number";
      case StatisticType::word:
      case StatisticType::text:
        return "string";
    }
    return "";
  }();
  if (statistic.read.may_be_null()) return Json::array({name, "null"});
  return name;
}

Json schema_of(const Statistic& statistic) {
  Json schema = {{"description", statistic.help}, {"type", type_of(statistic)}};
  if (!statistic.words.empty()) schema["enum"] = statistic.words;
  if (!statistic.unit.empty()) schema["unit"] = statistic.unit;
  if (statistic.better != Better::neither) schema["better"] = better_name(statistic.better);
  return schema;
}

void add(const Statistic& statistic, bool required, Json& schema) {
  member(schema, statistic.path, required) = schema_of(statistic);
  if (statistic.old_path.empty()) return;
  auto old = schema_of(statistic);
  old["description"] = fmt::format("renamed to {}", statistic.path);
  old["deprecated"] = true;
  member(schema, statistic.old_path, false) = std::move(old);
}

/// Objects of which every member is deprecated are so themselves. Returns whether this one is.
bool deprecate(Json& schema) {
  if (!schema.contains("properties")) {
    return schema.contains("additionalProperties")
               ? schema["additionalProperties"].value("deprecated", false)
               : schema.value("deprecated", false);
  }
  bool all = !schema["properties"].empty();
  for (auto& [name, inner] : schema["properties"].items()) {
    const bool is_deprecated = deprecate(inner);
    if (is_deprecated) inner["deprecated"] = true;
    all = all && is_deprecated;
  }
  return all;
}

}  // namespace

Json result_schema() {
  auto schema = object_schema();
  auto& properties = schema["properties"];
  properties["schema"] = {{"const", result_schema_name}};
  const auto told = [](const char* what) {
    return Json{{"type", "string"}, {"description", what}};
  };
  properties["program"] = {
      {"type", "object"},
      {"description", "what made the result"},
      {"properties",
       {{"version", told("of the program")},
        {"commit",
         {{"type", {"string", "null"}},
          {"description",
           "of the sources, `-changed` if they were; null outside of a repository"}}},
        {"compiler", told("name and version")},
        {"build", told("CMake's type of build")},
        {"kernels",
         told("instruction set of the kernels of level steps: baseline, avx2, avx512")}}},
      {"required", {"version", "commit", "compiler", "build", "kernels"}}};
  properties["config"] = {
      {"type", "object"},
      {"description",
       "every key of the experiment with the value that held, computed defaults included; where "
       "outputs go is no part of it"}};
  require(schema, "schema");
  require(schema, "program");
  require(schema, "config");
  for (const auto& group : statistics()) {
    const bool always = !group.applies || group.otherwise == StatisticGroup::Otherwise::as_counted;
    for (const auto& statistic : group.statistics) {
      const bool is_own = !statistic.counted_by.empty();
      add(statistic, always && group.scope == Scope::run && !is_own, schema);
    }
    if (group.otherwise != StatisticGroup::Otherwise::null) continue;
    schema["properties"][group.root]["type"] = {"object", "null"};
    require(schema, group.root);
  }
  deprecate(schema);
  Json out = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"$id", "https://isobar.invalid/schema/isobar.run-1.json"},
              {"title", "A result of isobar run, schema isobar.run/1"},
              {"description",
               "Written by `isobar list statistics --as schema` from the statistics that the "
               "program declares. "
               "Fields may be added; deprecated ones are carried for a release."}};
  out.update(schema);
  return out;
}

}  // namespace isobar
