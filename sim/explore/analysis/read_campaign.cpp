// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/read_campaign.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "models/errors.h"
#include "sim/explore/analysis/levels.h"
#include "sim/explore/campaign_reader.h"
#include "sim/explore/space.h"

namespace isobar {
namespace {

std::string text(const SQLite::Database& database, const std::string& key) {
  SQLite::Statement query(database, "SELECT value FROM meta WHERE key = ?");
  query.bind(1, key);
  return query.executeStep() ? query.getColumn(0).getString() : std::string();
}

std::vector<Objective> objectives(const std::string& json) {
  std::vector<Objective> all;
  if (json.empty()) return all;
  for (const auto& one : nlohmann::json::parse(json)) {
    all.push_back(
        {metric_name(one.at("metric").get<std::string>()), one.at("minimise").get<bool>()});
  }
  return all;
}

/// The columns of a table after `point`.
std::vector<std::string> columns_of(const SQLite::Database& database, const std::string& table) {
  SQLite::Statement query(database, "SELECT name FROM pragma_table_info(?) WHERE name <> 'point'");
  query.bind(1, table);
  std::vector<std::string> names;
  while (query.executeStep()) names.push_back(query.getColumn(0).getString());
  return names;
}

std::string quoted(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

KeyColumn read_key(const SQLite::Database& database, const std::string& name) {
  KeyColumn column;
  column.name = name;
  column.default_value = default_value(name);
  if (column.default_value.empty())
    column.default_value = "as the others";  // only link.D.… has no default
  std::vector<std::string> texts;
  SQLite::Statement query(
      database, fmt::format("SELECT c.{} FROM points LEFT JOIN configurations c USING (point) "
                            "WHERE in_plan ORDER BY point",
                            quoted(name)));
  while (query.executeStep()) {
    const auto value = query.getColumn(0);
    texts.push_back(value.isNull() ? column.default_value : value.getString());
  }
  column.levels = texts;
  std::sort(column.levels.begin(), column.levels.end());
  column.levels.erase(std::unique(column.levels.begin(), column.levels.end()), column.levels.end());
  sort_levels(column.levels);
  std::map<std::string, std::size_t> code;
  for (const auto& level : column.levels) code.emplace(level, code.size());
  for (const auto& value : texts) column.codes.push_back(code.at(value));
  return column;
}

/// A metric of another version of the program is shown by its name.
Metric about(const std::string& name) {
  for (const auto& known : metrics()) {
    if (known.name == name) return known;
  }
  return {name, "", name};
}

/// Whether no point has a value, as for a metric of other fabrics. The page need not show it.
bool is_empty(const MetricColumn& column) {
  return std::all_of(column.values.begin(), column.values.end(),
                     [](double value) { return std::isnan(value); });
}

MetricColumn read_metric(const SQLite::Database& database, const std::string& name) {
  MetricColumn column;
  column.about = about(metric_name(name));
  SQLite::Statement query(database,
                          fmt::format("SELECT m.{} FROM points LEFT JOIN metrics m USING (point) "
                                      "WHERE in_plan ORDER BY point",
                                      quoted(name)));
  while (query.executeStep()) {
    const auto value = query.getColumn(0);
    column.values.push_back(value.isNull() ? std::numeric_limits<double>::quiet_NaN()
                                           : value.getDouble());
  }
  return column;
}

/// Fills the gaps of a column with what another one has there.
void take_missing(MetricColumn& column, const MetricColumn& other) {
  for (std::size_t row = 0; row < column.values.size(); ++row) {
    if (std::isnan(column.values[row])) column.values[row] = other.values[row];
  }
}

void read_points(const SQLite::Database& database, Campaign& campaign) {
  SQLite::Statement query(database,
                          "SELECT point, state, error, provenance.level FROM results LEFT JOIN "
                          "provenance USING (point) ORDER BY point");
  while (query.executeStep()) {
    campaign.points.push_back(query.getColumn(0).getInt64());
    const auto state = query.getColumn(1).getString();
    campaign.states.push_back(state == "done"        ? PointState::done
                              : state == "failed"    ? PointState::failed
                              : state == "unreached" ? PointState::unreached
                                                     : PointState::waiting);
    campaign.errors.push_back(query.getColumn(2).getString());
    campaign.run_at.push_back(query.getColumn(3).getString());
  }
}

/// Whether all columns have a value at every point. Points are those of the view `results`, columns
/// are read from the tables behind it, and a damaged view may show others.
bool has_equal_columns(const Campaign& campaign) {
  const auto rows = campaign.rows();
  const bool keys =
      std::all_of(campaign.keys.begin(), campaign.keys.end(),
                  [rows](const KeyColumn& column) { return column.codes.size() == rows; });
  const bool metrics =
      std::all_of(campaign.metrics.begin(), campaign.metrics.end(),
                  [rows](const MetricColumn& column) { return column.values.size() == rows; });
  return keys && metrics;
}

}  // namespace

const KeyColumn* Campaign::key(const std::string& name) const {
  for (const auto& column : keys) {
    if (column.name == name) return &column;
  }
  return nullptr;
}

const MetricColumn* Campaign::metric(const std::string& name) const {
  for (const auto& column : metrics) {
    if (column.about.name == name) return &column;
  }
  return nullptr;
}

Assignment Campaign::assignment(std::size_t row) const {
  Assignment point;
  for (const auto& column : keys) {
    const auto& value = column.levels[column.codes[row]];
    if (value != column.default_value) point.emplace(column.name, value);
  }
  if (!run_at[row].empty()) point["level"] = run_at[row];
  return point;
}

Campaign read_campaign(const std::filesystem::path& folder) {
  const CampaignReader reader(folder);
  try {
    return reader.guarded([&](SQLite::Database& database) {
      const SQLite::Transaction same_state(database);
      Campaign campaign;
      std::error_code ignored;
      campaign.name = std::filesystem::weakly_canonical(folder, ignored).filename().string();
      campaign.program = text(database, "program");
      campaign.plan = text(database, "plan");
      campaign.design = text(database, "design");
      campaign.objectives = objectives(text(database, "objectives"));
      if (const auto keys = text(database, "scenario"); !keys.empty()) {
        campaign.scenario = nlohmann::json::parse(keys).get<std::vector<std::string>>();
      }
      read_points(database, campaign);
      for (const auto& name : columns_of(database, "configurations")) {
        campaign.keys.push_back(read_key(database, name));
      }
      for (const auto& name : columns_of(database, "metrics")) {
        auto column = read_metric(database, name);
        if (is_empty(column)) continue;
        // A campaign of two releases has a renamed metric in two columns.
        const auto same = std::find_if(
            campaign.metrics.begin(), campaign.metrics.end(),
            [&](const MetricColumn& other) { return other.about.name == column.about.name; });
        if (same == campaign.metrics.end()) {
          campaign.metrics.push_back(std::move(column));
        } else {
          take_missing(*same, column);
        }
      }
      if (!has_equal_columns(campaign)) {
        throw ValueError(fmt::format("{}: its view `results` does not have the plan's points",
                                     reader.file().string()));
      }
      return campaign;
    });
  } catch (const nlohmann::json::exception& error) {
    throw ValueError(fmt::format("{}: a part of it is not what it should be: {}",
                                 reader.file().string(), error.what()));
  }
}

}  // namespace isobar
