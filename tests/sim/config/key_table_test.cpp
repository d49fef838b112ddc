// SPDX-License-Identifier: Apache-2.0
// What follows from the table of keys: options, reference, schema, and a key's former name.
#include "sim/config/key_table.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "sim/config/key_reference.h"
#include "sim/config/resolve.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::contains;
using test::contents;
using Json = nlohmann::json;

namespace {

const std::filesystem::path root = ISOBAR_SOURCE_DIR;

Json json_of(const toml::node& node) {
  if (const auto* table = node.as_table()) {
    Json json = Json::object();
    for (const auto& [key, value] : *table) json[std::string(key.str())] = json_of(value);
    return json;
  }
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return number->get();
  if (const auto* number = node.as_floating_point()) return number->get();
  if (const auto* flag = node.as_boolean()) return flag->get();
  return nullptr;
}

std::string fault(const Json& schema, const Json& value, const std::string& at);

bool has_type(const std::string& type, const Json& value) {
  return (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
         (type == "object" && value.is_object()) || (type == "number" && value.is_number()) ||
         (type == "integer" && value.is_number_integer());
}

std::string fault_of_members(const Json& schema, const Json& value, const std::string& at) {
  for (const auto& [name, member] : value.items()) {
    const auto place = fmt::format("{}.{}", at, name);
    if (schema["properties"].contains(name)) {
      auto found = fault(schema["properties"][name], member, place);
      if (!found.empty()) return found;
      continue;
    }
    bool known = false;
    const auto patterns = schema.value("patternProperties", Json::object());
    for (const auto& [pattern, inner] : patterns.items()) {
      if (!std::regex_search(name, std::regex(pattern))) continue;
      known = true;
      auto found = fault(inner, member, place);
      if (!found.empty()) return found;
    }
    if (!known && schema.value("additionalProperties", true) == false) return place + ": unknown";
  }
  return {};
}

/// What in a value does not conform to a schema, of the words that ours uses; empty if nothing.
std::string fault(const Json& schema, const Json& value, const std::string& at) {
  if (schema.contains("anyOf")) {
    for (const auto& one : schema["anyOf"]) {
      if (fault(one, value, at).empty()) return {};
    }
    return at + ": none of anyOf";
  }
  if (schema.contains("enum")) {
    for (const auto& one : schema["enum"]) {
      if (one == value) return {};
    }
    return at + ": not in enum";
  }
  if (!has_type(schema.at("type"), value)) return at + ": type";
  if (schema.contains("minimum") && value < schema["minimum"]) return at + ": minimum";
  if (schema.contains("maximum") && value > schema["maximum"]) return at + ": maximum";
  return value.is_object() ? fault_of_members(schema, value, at) : "";
}

std::string fault_of(const std::string& toml) {
  return fault(Json::parse(key_schema()), json_of(toml::parse(toml)), "");
}

/// The schema's entry of a key.
const Json& entry_of(const Json& schema, const std::string& name) {
  const auto dot = name.find('.');
  if (dot == std::string::npos) return schema.at("properties").at(name);
  return entry_of(schema.at("properties").at(name.substr(0, dot)), name.substr(dot + 1));
}

}  // namespace

TEST_CASE("every key has an option, a line of the reference and an entry of the schema") {
  const auto help = test::run_program({"run", "--help"}).out;
  const auto list = test::run_program({"list", "keys"}).out;
  const auto schema = Json::parse(key_schema());
  std::set<std::string> names;
  for (const auto* key : config_keys()) {
    INFO(key->name);
    CHECK(names.insert(key->name).second);
    CHECK(find_key(key->name) == key);
    CHECK(contains(help, key->option() + (key->metavar.empty() ? " " : " " + key->metavar)));
    CHECK(contains(list, "    " + key->name + " "));
    CHECK(contains(key_markdown(), "\n| `" + key->name + "` | "));
    CHECK(contains(entry_of(schema, key->name).at("description"), key->help));
    CHECK_FALSE(key->help.empty());
    CHECK(key->set != nullptr);
  }
}

TEST_CASE("the reference and the schema in docs are those of the program") {
  CHECK(contents(root / "docs/keys.md") == key_markdown());
  CHECK(contents(root / "docs/schema/isobar.config.json") == key_schema());
  CHECK(test::run_program({"list", "keys", "--as", "markdown"}).out == key_markdown());
  CHECK(test::run_program({"list", "keys", "--as", "schema"}).out == key_schema());
}

TEST_CASE("examples, and what the program prints, conform to the schema, and mistakes do not") {
  int examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root / "sim/examples")) {
    if (entry.path().extension() != ".toml") continue;
    INFO(entry.path());
    const auto text = contents(entry.path());
    CHECK(text.rfind("#:schema ../../docs/schema/isobar.config.json\n", 0) == 0);
    CHECK(fault_of(text).empty());
    const auto printed = test::run_program({"run", entry.path().string(), "--print-config"});
    CHECK(fault_of(printed.out).empty());
    ++examples;
  }
  CHECK(examples == 11);
  CHECK(fault_of("colour = \"red\"\n") == ".colour: unknown");
  CHECK(fault_of("seed = \"x\"\n") == ".seed: type");
  CHECK(fault_of("level = \"gates\"\n") == ".level: not in enum");
  CHECK(fault_of("load_bits = 63\n") == ".load_bits: none of anyOf");
  CHECK(fault_of("load_bits = \"auto\"\n").empty());
  CHECK(fault_of("traffic = 1.5\n") == ".traffic: maximum");
  CHECK(fault_of("[link.2]\nlatency = 3\nsetup = \"4ns\"\n").empty());
  CHECK(fault_of("[link.0]\nlatency = 3\n") == ".link.0: unknown");
  CHECK(fault_of("[link.2.successor]\nlatency = 3\n").empty());
  CHECK(fault_of("[link.2.up]\nlatency = 3\n") == ".link.2.up: unknown");
  CHECK(fault_of("[link.2.predecessor]\nlanes = 3\n") == ".link.2.predecessor.lanes: unknown");
  CHECK(fault_of("[link]\ncolour = 3\n") == ".link.colour: unknown");
}

TEST_CASE("a key's former name is understood, with a note") {
  Key renamed{"link.delay", "1", "N", "what was called latency"};
  renamed.formerly = "link.latency";
  renamed.per_dimension = true;
  const Key other{"buffers", "1", "N", "messages"};
  const KeyList keys = {&renamed, &other};
  ConfigText text(keys);
  text.set("link.latency", "3", "--set");
  text.set("link.2.latency", "4", "--set");
  text.set("buffers", "2", "--set");
  CHECK(text.entries().at("link.delay").value == "3");
  CHECK(text.entries().at("link.2.delay").value == "4");
  CHECK(text.entries().size() == 3);
  CHECK(text.notes() ==
        std::vector<std::string>{"--set: link.latency is called link.delay now",
                                 "--set: link.2.latency is called link.2.delay now"});
  CHECK_THROWS_AS(text.set("link.delay", "5", "--link-delay"), InputError);
  CHECK_THROWS_AS(text.set("fabric", "ring:8", "--fabric"), InputError);
}

TEST_CASE("paths in values are made absolute by the key's row") {
  CHECK(absolute_paths("load", "csv:a.csv", "/in") == "csv:/in/a.csv");
  CHECK(absolute_paths("fabric", "graph:a.txt", "/in") == "graph:/in/a.txt");
  CHECK(absolute_paths("machines", "m.csv", "/in") == "/in/m.csv");
  CHECK(absolute_paths("app", "replay:set", "/in") == "replay:/in/set");
  CHECK(absolute_paths("json", "r.json", "/in") == "r.json");
  CHECK(absolute_paths("link.2.bandwidth", "1Gb/s", "/in") == "1Gb/s");
}
