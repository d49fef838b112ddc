// SPDX-License-Identifier: Apache-2.0
#include "sim/config/config_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/text.h"
#include "models/unknown_name.h"
#include "sim/config/input_error.h"
#include "sim/input/toml_text.h"

namespace isobar {

namespace {

[[noreturn]] void refuse(const KeyList& keys, const std::string& key, const std::string& value,
                         const std::string& place) {
  std::vector<std::string> names;
  std::string of_parts;
  std::string of_directions;
  for (const auto* known : keys) {
    names.push_back(known->name);
    if (known->per_dimension) of_parts += ", " + of_part(*known, "D");
    if (known->per_direction) of_directions += ", " + of_part(*known, "D.successor");
  }
  const auto nearest = did_you_mean(key, names);
  // A list of seventy names would hide the name that was meant.
  const auto allowed = nearest.empty() ? fmt::format(" allowed: {}{}{}", fmt::join(names, ", "),
                                                     of_parts, of_directions)
                                       : nearest + " `isobar list keys` shows all";
  throw InputError(fmt::format("{}: unknown key '{}' (= {});{}", place, key, value, allowed));
}

/// A campaign's plan has these, an experiment's file has not.
bool is_of_plan(const std::string& key) {
  const auto first = key.substr(0, key.find('.'));
  return first == "axis" || first == "base" || first == "design" || first == "objectives" ||
         first == "repeats";
}

/// Calls `each` with key, node and place of every value in a table; tables within become dotted
/// keys.
template <class Each>
void visit(const toml::table& table, const std::string& prefix, const std::string& file,
           const Each& each) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    if (const auto* inner = node.as_table()) {
      visit(*inner, key + ".", file, each);
    } else {
      each(key, node, fmt::format("{}:{}", file, node.source().begin.line));
    }
  }
}

}  // namespace

void ConfigText::read_file(const std::filesystem::path& file) {
  const auto name = file.string();
  auto in = open_toml(file, "a TOML file");
  std::map<std::string, Entry> found;
  try {
    visit(
        toml::parse(in, name), "", name,
        [&](const std::string& written, const toml::node& node, const std::string& place) {
          if (is_of_plan(written)) {
            throw InputError(
                fmt::format("{}: {} belongs to the plan of a campaign; `isobar explore "
                            "{}` runs it",
                            place, written, name));
          }
          const auto value = toml_text(node);
          const auto key = checked(written, value, place);
          if (node.is_array()) {
            throw InputError(
                fmt::format("{}: {} = {}: one value is needed, not a list", place, key, value));
          }
          const auto [before, is_new] = found.emplace(key, Entry{value, place, file.parent_path()});
          if (is_new) return;
          throw InputError(fmt::format("{}: {} = {}: the key is given twice, first at {}", place,
                                       key, value, before->second.place));
        });
  } catch (const toml::parse_error& error) {
    const auto& where = error.source().begin;
    throw InputError(fmt::format("{}:{}: column {}: not TOML: {}", name, where.line, where.column,
                                 toml_complaint(error)));
  }
  for (auto& [key, entry] : found) {
    if (given_.count(key) == 0) entries_[key] = std::move(entry);
  }
}

std::string ConfigText::checked(const std::string& key, const std::string& value,
                                const std::string& place) {
  const auto* row = find_key(key, *keys_);
  if (row == nullptr) refuse(*keys_, key, value, place);
  auto name = current_name(key, *row);
  if (name != key) notes_.push_back(fmt::format("{}: {} is called {} now", place, key, name));
  return name;
}

void ConfigText::set(const std::string& written, const std::string& value,
                     const std::string& place) {
  const auto key = checked(written, value, place);
  const auto [before, is_new] = given_.emplace(key, place);
  if (!is_new && before->second != place) {
    throw InputError(fmt::format("{}: {} = {}: the key is given twice, first by {} as {}", place,
                                 key, value, before->second, entries_[key].value));
  }
  entries_[key] = {value, place, {}};
}

void ConfigText::set_assignment(std::string_view assignment) {
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    throw InputError(fmt::format(
        "--set {}: KEY=VALUE is needed, for example --set link.2.bandwidth=10Gb/s", assignment));
  }
  set(std::string(trim(assignment.substr(0, equals))),
      std::string(trim(assignment.substr(equals + 1))), "--set");
}

}  // namespace isobar
