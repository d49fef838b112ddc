// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/result_columns.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/schemes/contract/registry.h"
#include "models/text.h"
#include "models/workloads/application.h"
#include "sim/config/key_table.h"
#include "sim/result/metrics.h"

namespace isobar {
namespace {

const std::array<ResultColumn, 3> of_points = {{
    {"point", "", "the number of the point, from 1 in the plan's order"},
    {"state", "", "waiting, done, unreached (run, and ended without its goal) or failed"},
    {"error", "", "why the point failed"},
}};

/// `tasks` of `1 to 9 tasks`.
std::string unit_of(const Parameter& parameter) {
  const auto words = split(parameter.range_text, ' ');
  constexpr std::size_t of_range = 3;  // LO to HI
  if (words.size() <= of_range || words[1] != "to") return {};
  std::string unit(words[of_range]);
  for (std::size_t i = of_range + 1; i < words.size(); ++i) unit += " " + std::string(words[i]);
  return unit;
}

/// What the parameter is of each that has it: `diffusion, gde: share of a difference; …`.
template <class Entries>
ResultColumn parameter_column(const std::string& column, const std::string& name,
                              const Entries& entries) {
  ResultColumn about{column, "", ""};
  std::vector<std::pair<std::string, std::string>> owners;  // by meaning
  std::vector<std::string> units;
  for (const auto& [owner, entry] : entries) {
    for (const auto& parameter : entry.parameters) {
      if (parameter.name != name) continue;
      const auto same = std::find_if(owners.begin(), owners.end(), [&](const auto& known) {
        return known.first == parameter.help;
      });
      if (same == owners.end()) {
        owners.emplace_back(parameter.help, owner);
      } else {
        same->second += ", " + owner;
      }
      units.push_back(unit_of(parameter));
    }
  }
  for (const auto& [meaning, who] : owners) {
    about.meaning += fmt::format("{}{}: {}", about.meaning.empty() ? "" : "; ", who, meaning);
  }
  std::sort(units.begin(), units.end());
  units.erase(std::unique(units.begin(), units.end()), units.end());
  about.unit = fmt::format("{}", fmt::join(units, " or "));
  return about;
}

bool begins_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

}  // namespace

ResultColumn result_column(const std::string& name) {
  for (const auto& column : of_points) {
    if (column.name == name) return column;
  }
  for (const auto& metric : metrics()) {
    if (metric.name == name) return {name, metric.unit, metric.help};
  }
  const auto& renamed = renamed_metrics();
  if (const auto at = renamed.find(name); at != renamed.end()) {
    return {name, metric(at->second).unit, "deprecated name of " + at->second};
  }
  if (const auto* key = find_key(name)) return {name, key->unit, key->help};
  const auto parameter = name.substr(name.find('_') + 1);
  if (begins_with(name, "scheme_")) return parameter_column(name, parameter, schemes());
  if (begins_with(name, "app_")) return parameter_column(name, parameter, applications());
  return {name, "", ""};
}

std::vector<std::string> shown_columns(const SQLite::Database& database) {
  std::vector<std::string> names;
  std::string has_value;
  SQLite::Statement columns(database, "SELECT name FROM pragma_table_info('results')");
  while (columns.executeStep()) {
    names.push_back(columns.getColumn(0).getString());
    has_value += fmt::format(", max(\"{}\" IS NOT NULL)", names.back());
  }
  SQLite::Statement row(
      database, fmt::format("SELECT sum(state = 'waiting'){} FROM main.results", has_value));
  row.executeStep();
  if (row.getColumn(0).isNull() || row.getColumn(0).getInt64() > 0) return names;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < names.size(); ++i) {
    constexpr std::array outcome = {"point", "state", "error", "reached"};
    const bool is_outcome = std::find(outcome.begin(), outcome.end(), names[i]) != outcome.end();
    if (is_outcome || row.getColumn(static_cast<int>(i) + 1).getInt() != 0) {
      shown.push_back(names[i]);
    }
  }
  return shown;
}

}  // namespace isobar
