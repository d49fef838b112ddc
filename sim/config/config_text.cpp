// SPDX-License-Identifier: Apache-2.0
#include "sim/config/config_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "models/text.h"
#include "sim/config/input_error.h"
#include "sim/input/toml_text.h"

namespace isobar {

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

[[noreturn]] void refuse(const KeyList& keys, const std::string& key, const std::string& value,
                         const std::string& place) {
  std::string allowed;
  std::string of_parts;
  std::string of_directions;
  const Key* nearest = nullptr;
  std::size_t least = 4;
  for (const auto* known : keys) {
    allowed += (allowed.empty() ? "" : ", ") + known->name;
    if (known->per_dimension) of_parts += ", " + of_part(*known, "D");
    if (known->per_direction) of_directions += ", " + of_part(*known, "D.successor");
    const auto distance = edit_distance(key, known->name);
    if (distance < least) {
      least = distance;
      nearest = known;
    }
  }
  throw InputError(fmt::format("{}: unknown key '{}' (= {});{} allowed: {}{}{}", place, key, value,
                               nearest ? fmt::format(" did you mean {}?", nearest->name) : "",
                               allowed, of_parts, of_directions));
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
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw InputError(fmt::format("{}: a folder; a TOML file is needed", name));
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read; a TOML file is needed", name));
  std::map<std::string, Entry> found;
  try {
    visit(
        toml::parse(in, name), "", name,
        [&](const std::string& written, const toml::node& node, const std::string& place) {
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
                                 error.description()));
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
  if (!is_new) {
    throw InputError(fmt::format("{} {}: {} is given twice, first by {} as {}", place, value, key,
                                 before->second, entries_[key].value));
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
