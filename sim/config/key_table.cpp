// SPDX-License-Identifier: Apache-2.0
#include "sim/config/key_table.h"

#include <algorithm>

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

/// `link.bandwidth` of `link.2.bandwidth`.
std::string without_dimension(std::string_view name) {
  const auto dimension = dimension_of(name);
  if (dimension.empty()) return std::string(name);
  const auto at = static_cast<std::size_t>(dimension.data() - name.data());
  return std::string(name.substr(0, at)) + std::string(name.substr(at + dimension.size() + 1));
}

}  // namespace

const std::vector<KeySection>& key_sections() {
  static const std::vector<KeySection> sections = {run_keys(),  work_keys(),    link_keys(),
                                                   pe_keys(),   message_keys(), rtl_keys(),
                                                   wave_keys(), result_keys()};
  return sections;
}

const KeyList& config_keys() {
  static const KeyList rows = all_rows();
  return rows;
}

const Key* find_key(std::string_view name, const KeyList& keys) {
  const auto general = without_dimension(name);
  const bool one_dimension = general != name;
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const Key* key) {
    return (key->name == general || (!key->formerly.empty() && key->formerly == general)) &&
           (key->per_dimension || !one_dimension);
  });
  return found == keys.end() ? nullptr : *found;
}

std::string of_dimension(const Key& row, std::string_view dimension) {
  const auto dot = row.name.find('.');
  return row.name.substr(0, dot + 1) + std::string(dimension) + row.name.substr(dot);
}

std::string current_name(std::string_view name, const Key& row) {
  const auto dimension = dimension_of(name);
  return dimension.empty() ? row.name : of_dimension(row, dimension);
}

std::string_view dimension_of(std::string_view name) {
  const auto parts = split(name, '.');
  if (parts.size() != 3 || parts[1].empty()) return {};
  if (parts[1].front() == '0') return {};  // one dimension, one way to write it
  const bool number = parts[1].find_first_not_of("0123456789") == std::string_view::npos;
  return number ? parts[1] : std::string_view{};
}

std::string absolute_paths(const std::string& key, const std::string& value,
                           const std::filesystem::path& folder) {
  const auto* row = find_key(key);
  return row != nullptr && row->absolute ? row->absolute(value, folder) : value;
}

}  // namespace isobar
