// SPDX-License-Identifier: Apache-2.0
#include "sim/config/key_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {
namespace {

KeyList all_rows() {
  KeyList rows;
  for (const auto& section : key_sections()) {
    for (const auto& key : section.keys) rows.push_back(&key);
  }
  return rows;
}

/// `link.bandwidth` of `link.2.bandwidth` and of `link.2.successor.bandwidth`.
std::string without_part(std::string_view name) {
  const auto part = part_of(name);
  if (part.empty()) return std::string(name);
  const auto at = static_cast<std::size_t>(part.data() - name.data());
  return std::string(name.substr(0, at)) + std::string(name.substr(at + part.size() + 1));
}

}  // namespace

const std::vector<KeySection>& key_sections() {
  static const std::vector<KeySection> sections = {run_keys(), work_keys(),    link_keys(),
                                                   pe_keys(),  message_keys(), own_rtl_keys(),
                                                   rtl_keys(), wave_keys(),    result_keys()};
  return sections;
}

const KeyList& config_keys() {
  static const KeyList rows = all_rows();
  return rows;
}

const Key* find_key(std::string_view name, const KeyList& keys) {
  const auto general = without_part(name);
  const auto part = part_of(name);
  const bool one_direction = part.find('.') != std::string_view::npos;
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const Key* key) {
    return (key->name == general || (!key->formerly.empty() && key->formerly == general)) &&
           (key->per_dimension || part.empty()) && (key->per_direction || !one_direction);
  });
  return found == keys.end() ? nullptr : *found;
}

std::string of_part(const Key& row, std::string_view part) {
  const auto dot = row.name.find('.');
  return row.name.substr(0, dot + 1) + std::string(part) + row.name.substr(dot);
}

std::string current_name(std::string_view name, const Key& row) {
  const auto part = part_of(name);
  return part.empty() ? row.name : of_part(row, part);
}

std::string_view part_of(std::string_view name) {
  const auto parts = split(name, '.');
  if (parts.size() < 3 || parts.size() > 4 || parts[1].empty()) return {};
  if (parts[1].front() == '0') return {};  // one dimension, one way to write it
  if (parts[1].find_first_not_of("0123456789") != std::string_view::npos) return {};
  if (parts.size() == 3) return parts[1];
  if (parts[2] != successor_word && parts[2] != predecessor_word) return {};
  return name.substr(parts[0].size() + 1, parts[1].size() + 1 + parts[2].size());
}

LinkPart parse_link_part(std::string_view part, const Fabric& fabric) {
  const auto words = split(part, '.');
  LinkPart parsed;
  parsed.dimension = static_cast<unsigned>(parse_integer(
      words[0], "a dimension", 1, static_cast<std::int64_t>(fabric.radices().size())));
  if (!fabric.is_product() && words.size() > 1) {
    throw ValueError(
        "a graph has no directions; figures of its links stand in its file, or in a table, "
        "link.table");
  }
  const auto radix = fabric.radix(parsed.dimension);
  if (radix == 1) {
    throw ValueError(
        fmt::format("dimension {} of {} has no links", parsed.dimension, fabric.name()));
  }
  if (words.size() == 1) return parsed;
  if (radix == 2) {
    throw ValueError(fmt::format(
        "dimension {0} of {1} has radix 2, where successor and predecessor are one PE; allowed: "
        "link.{0}.KEY",
        parsed.dimension, fabric.name()));
  }
  parsed.direction = words[1] == successor_word ? Direction::successor : Direction::predecessor;
  return parsed;
}

std::string absolute_paths(const std::string& key, const std::string& value,
                           const std::filesystem::path& folder) {
  const auto* row = find_key(key);
  return row != nullptr && row->absolute ? row->absolute(value, folder) : value;
}

}  // namespace isobar
