// SPDX-License-Identifier: Apache-2.0
#include "sim/config/key_reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/text.h"
#include "sim/config/key_table.h"

namespace isobar {
namespace {

using Json = nlohmann::ordered_json;

/// What a value of the key is, in words.
std::string values(const ValueKind& kind) {
  auto words = fmt::format("{}", fmt::join(kind.words, ", "));
  if (kind.base == ValueKind::Base::words) return words;
  return words.empty() ? kind.title : fmt::format("{}, or {}", kind.title, words);
}

std::string where(const KeySection& section, const Key& key) {
  if (section.where.empty() || key.where.empty()) return section.where + key.where;
  return section.where + ", " + key.where;
}

std::string sentence(const KeySection& section, const Key& key) {
  auto text = key.help;
  if (!key.unit.empty()) text += fmt::format(" [{}]", key.unit);
  const auto only = where(section, key);
  return only.empty() ? text : fmt::format("{} (only: {})", text, only);
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_' || c == '<') out += '\\';
    out += c;
  }
  return out;
}

Json with_range(const char* type, const ValueKind& kind) {
  Json json = {{"type", type}};
  constexpr double most = 1e15;  // above it a double is no exact bound
  const auto bound = [&](const char* name, double value) {
    if (!(value <= most)) return;
    const auto whole = static_cast<std::int64_t>(value);
    if (static_cast<double>(whole) == value) {
      json[name] = whole;
    } else {
      json[name] = value;
    }
  };
  bound("minimum", kind.lo);
  bound("maximum", kind.hi);
  return json;
}

Json schema_of(const ValueKind& kind) {
  std::vector<Json> kinds;
  switch (kind.base) {
    case ValueKind::Base::words:
      break;
    case ValueKind::Base::whole:
      kinds.push_back(with_range("integer", kind));
      break;
    case ValueKind::Base::decimal:
      kinds.push_back(with_range("number", kind));
      break;
    case ValueKind::Base::flag:
      kinds.push_back({{"type", "boolean"}});
      break;
    case ValueKind::Base::text:
      kinds.push_back({{"type", "string"}});
      if (kind.or_number) kinds.push_back(with_range("number", kind));
      break;
  }
  const bool any_text = kind.base == ValueKind::Base::text;
  if (!kind.words.empty() && !any_text) kinds.push_back({{"enum", kind.words}});
  return kinds.size() == 1 ? kinds.front() : Json{{"anyOf", kinds}};
}

Json schema_of(const KeySection& section, const Key& key) {
  auto json = schema_of(key.kind);
  json["title"] = key.kind.base == ValueKind::Base::words ? "word" : values(key.kind);
  json["description"] = sentence(section, key);
  if (key.default_value.empty()) return json;
  if (key.kind.base == ValueKind::Base::flag) {
    json["default"] = key.default_value == "true";
  } else {
    std::visit([&](const auto& value) { json["default"] = value; },
               typed(key.kind, key.default_value));
  }
  return json;
}

Json table() {
  return {{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
}

/// The table of keys `link.…` within those of a configuration, or `link.D.successor.…` within those
/// of a dimension.
Json& inner_table(Json& schema, const std::string& name) {
  auto& inner = schema["properties"][name];
  if (inner.is_null()) inner = table();
  return inner;
}

void add(Json& schema, const KeySection& section, const Key& key) {
  const auto property = schema_of(section, key);
  const auto dot = key.name.find('.');
  if (dot == std::string::npos) {
    schema["properties"][key.name] = property;
    return;
  }
  auto& inner = inner_table(schema, key.name.substr(0, dot));
  inner["properties"][key.name.substr(dot + 1)] = property;
  if (!key.per_dimension) return;
  auto& of_dimension = inner["patternProperties"]["^[1-9][0-9]*$"];
  if (of_dimension.is_null()) of_dimension = table();
  const auto name = key.name.substr(dot + 1);
  auto one = property;
  one.erase("default");
  of_dimension["properties"][name] = one;
  if (!key.per_direction) return;
  for (const auto direction : {successor_word, predecessor_word}) {
    inner_table(of_dimension, std::string(direction))["properties"][name] = one;
  }
}

}  // namespace

std::string key_list() {
  std::string text = "Keys of the configuration (a file, --set KEY=VALUE, or an option each)\n";
  for (const auto& section : key_sections()) {
    text += fmt::format("  {}{}\n", section.title,
                        section.where.empty() ? "" : " (only: " + section.where + ")");
    for (const auto& key : section.keys) {
      text += fmt::format("    {:<18} {}{}\n", key.name, key.help,
                          key.default_value.empty() ? "" : fmt::format(" [{}]", key.default_value));
      text += fmt::format("    {:<18}   {}{}{}\n", "", values(key.kind),
                          key.unit.empty() ? "" : "; in " + key.unit,
                          key.where.empty() ? "" : "; only: " + key.where);
    }
  }
  return text;
}

std::string key_markdown() {
  std::string text =
      "# Keys of the configuration\n\n"
      "This page is made by the program: `isobar list keys --as markdown`.\n\n"
      "A key stands in a TOML file (`link.bandwidth = \"1Gb/s\"`), after `--set`\n"
      "(`--set link.bandwidth=1Gb/s`), or is an option of its own (`--link-bandwidth 1Gb/s`). "
      "What\n"
      "the command line says goes before the file. Keys of a link hold for all dimensions;\n"
      "`link.D.bandwidth` is that of dimension D, and goes before; `link.D.successor.bandwidth` "
      "and\n"
      "`link.D.predecessor.bandwidth` are those of one direction, and go before that; a table\n"
      "`link.table` says what single links have ([inputs.md](inputs.md)). A key that applies to "
      "nothing "
      "in a run is\n"
      "refused there. Each key can depend on those above it, and on no other. `isobar run "
      "--print-config`\n"
      "shows every key that applies, its value and where that came from.\n\n"
      "For completion and checks in an editor, a file begins with\n"
      "`#:schema docs/schema/isobar.config.json` (`isobar list keys --as schema`).\n";
  for (const auto& section : key_sections()) {
    text += fmt::format("\n## {}\n\n", section.title);
    if (!section.where.empty()) text += fmt::format("Only: {}.\n\n", section.where);
    text += "| key | values | unit | default | what it is | only |\n";
    text += "| --- | --- | --- | --- | --- | --- |\n";
    for (const auto& key : section.keys) {
      const auto value = key.default_value.empty() ? "" : fmt::format("`{}`", key.default_value);
      text +=
          fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", key.name, escaped(values(key.kind)),
                      key.unit, value, escaped(key.help), escaped(key.where));
    }
  }
  return text;
}

std::string key_schema() {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"$id", "isobar.config/1"},
                 {"title", "Configuration of an Isobar run"}};
  schema.update(table());
  for (const auto& section : key_sections()) {
    for (const auto& key : section.keys) add(schema, section, key);
  }
  return schema.dump(2) + "\n";
}

}  // namespace isobar
