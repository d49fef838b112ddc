// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/campaign_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "models/errors.h"
#include "sim/explore/campaign_schema.h"
#include "sim/explore/point_parameters.h"
#include "sim/explore/result_columns.h"
#include "sim/explore/space.h"
#include "sim/result/provenance.h"

namespace isobar {
namespace {

std::string quoted_name(const std::string& name) { return '"' + name + '"'; }

const char* design_name(DesignPlan::Kind kind) {
  switch (kind) {
    case DesignPlan::Kind::grid:
      return "grid";
    case DesignPlan::Kind::random:
      return "random";
    case DesignPlan::Kind::latin_hypercube:
      return "latin-hypercube";
    case DesignPlan::Kind::sobol:
      return "sobol";
    case DesignPlan::Kind::search:
      return "search";
  }
  return "";
}

std::set<std::string> columns_of(SQLite::Database& database, const std::string& table) {
  std::set<std::string> names;
  SQLite::Statement rows(database, "SELECT name FROM pragma_table_info(?)");
  rows.bind(1, table);
  while (rows.executeStep()) names.insert(rows.getColumn(0).getString());
  return names;
}

/// A row of `configurations`, which begins at column `first`.
NumberedPoint point_in(SQLite::Statement& row, int first) {
  NumberedPoint point;
  point.number = row.getColumn(first).getInt64();
  for (int i = first + 1; i < row.getColumnCount(); ++i) {
    const auto column = row.getColumn(i);
    const std::string name = column.getName();
    if (!column.isNull() && column.getString() != default_value(name)) {
      point.keys[name] = column.getString();
    }
  }
  return point;
}

/// A point that does not name a key has its default, and so the column has it.
std::string key_type(const std::string& key) {
  const auto value = default_value(key);
  return value.empty() ? "TEXT" : fmt::format("TEXT DEFAULT '{}'", value);
}

Json objectives_json(const std::vector<Objective>& objectives) {
  Json json = Json::array();
  for (const auto& o : objectives) json.push_back({{"metric", o.metric}, {"minimise", o.minimise}});
  return json;
}

std::string advice(const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
    case SQLITE_FULL:
      return "make room, and the same command goes on with what is there";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return "it is left as it is; in another folder the campaign begins anew";
    default:
      return "what was there before is kept";
  }
}

}  // namespace

void PointCounts::settle(const PointResult& result) {
  --waiting;
  auto& count = !result.error.empty() ? failed : result.reached() ? done : unreached;
  ++count;
}

/// Turns an error of SQLite into a ValueError that names the file; what was committed stays.
template <class Work>
auto CampaignStore::guarded(Work work) const {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    throw ValueError(fmt::format("{}: {}; {}", file_.string(), error.what(), advice(error)));
  }
}

CampaignStore::CampaignStore(const std::filesystem::path& folder) : file_(folder / campaign_file) {
  guarded([&] {
    constexpr int patience_ms = 10'000;
    database_ = std::make_unique<SQLite::Database>(
        file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, patience_ms);
    const bool is_new = database_->execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    if (is_new) {
      make();
    } else {
      check();
    }
    database_->exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    SQLite::Transaction whole(*database_);
    database_->exec(campaign_tables_since);
    rename_metrics();
    add_columns("metrics", metric_columns());
    make_view();
    whole.commit();
  });
}

CampaignStore::~CampaignStore() = default;

std::vector<CampaignStore::Column> CampaignStore::metric_columns() {
  std::vector<Column> columns;
  for (const auto& m : metrics()) columns.push_back({m.name, m.is_whole ? "INTEGER" : "REAL"});
  return columns;
}

void CampaignStore::make() {
  SQLite::Transaction whole(*database_);
  database_->exec(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                              campaign_application, campaign_version));
  database_->exec(campaign_schema);
  // With all columns at once: to add a column, SQLite reads the table's definition anew.
  std::string columns;
  for (const auto& [name, type] : metric_columns()) {
    columns += fmt::format(", {} {}", quoted_name(name), type);
  }
  database_->exec(
      fmt::format("CREATE TABLE metrics (point INTEGER PRIMARY KEY REFERENCES points{})", columns));
  put("schema", campaign_schema_name);
  whole.commit();
}

void CampaignStore::check() const {
  const auto number = [&](const char* pragma) {
    return database_->execAndGet(fmt::format("PRAGMA {}", pragma)).getInt();
  };
  if (number("application_id") != campaign_application) {
    throw ValueError(fmt::format("{}: a database, but not a campaign's", file_.string()));
  }
  if (number("user_version") != campaign_version) {
    throw ValueError(fmt::format("{}: of version {} of the schema; this program knows {}",
                                 file_.string(), number("user_version"), campaign_version));
  }
}

void CampaignStore::put(const std::string& key, const std::string& value) {
  SQLite::Statement insert(*database_, "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
  insert.bind(1, key);
  insert.bind(2, value);
  insert.exec();
}

/// Adds those columns that the table does not have. Returns whether there are any.
bool CampaignStore::add_columns(const std::string& table, const std::vector<Column>& columns) {
  auto there = columns_of(*database_, table);
  const auto before = there.size();
  for (const auto& [name, type] : columns) {
    if (!there.insert(name).second) continue;
    database_->exec(fmt::format("ALTER TABLE {} ADD COLUMN {} {}", table, quoted_name(name), type));
  }
  return there.size() > before;
}

/// The columns of a campaign that an earlier release made have the names of that release.
void CampaignStore::rename_metrics() {
  const auto there = columns_of(*database_, "metrics");
  for (const auto& [old_name, name] : renamed_metrics()) {
    if (there.count(old_name) == 0 || there.count(name) > 0) continue;
    database_->exec("DROP VIEW IF EXISTS results");  // it is made again with the new names
    database_->exec(fmt::format("ALTER TABLE metrics RENAME COLUMN {} TO {}", quoted_name(old_name),
                                quoted_name(name)));
  }
}

/// Makes the view that has all of a point in one row, for people and for other programs. A point
/// that ended without its goal is marked in `state`. Renamed metrics are there by their deprecated
/// names too.
void CampaignStore::make_view() {
  std::string columns;
  for (const char* table : {"configurations", "parameters", "metrics"}) {
    SQLite::Statement rows(*database_,
                           "SELECT name FROM pragma_table_info(?) WHERE name != 'point'");
    rows.bind(1, table);
    while (rows.executeStep()) {
      columns += fmt::format(", {}.{}", table, quoted_name(rows.getColumn(0).getString()));
    }
  }
  for (const auto& [old_name, name] : renamed_metrics()) {
    columns += fmt::format(", metrics.{} AS {}", quoted_name(name), quoted_name(old_name));
  }
  make_view_of(columns);
}

/// Makes the view once more with those of its columns that have a value somewhere.
void CampaignStore::leave_out_empty_columns() {
  const auto keys = columns_of(*database_, "configurations");
  const auto parameters = columns_of(*database_, "parameters");
  const auto& renamed = renamed_metrics();
  std::string columns;
  for (const auto& name : shown_columns(*database_)) {
    if (name == "point" || name == "state" || name == "error") continue;
    const char* table = keys.count(name) > 0         ? "configurations"
                        : parameters.count(name) > 0 ? "parameters"
                                                     : "metrics";
    const auto now = renamed.find(name);
    columns += now == renamed.end()
                   ? fmt::format(", {}.{}", table, quoted_name(name))
                   : fmt::format(", metrics.{} AS {}", quoted_name(now->second), quoted_name(name));
  }
  make_view_of(columns);
}

void CampaignStore::make_view_of(const std::string& columns) {
  database_->exec(fmt::format(
      "DROP VIEW IF EXISTS results; CREATE VIEW results AS SELECT points.point, {} AS state, "
      "points.error{} FROM points LEFT JOIN configurations USING (point) LEFT JOIN parameters "
      "USING (point) LEFT JOIN metrics USING (point) WHERE points.in_plan = 1",
      told_state, columns));
  describe_columns();
}

/// Fills the table `columns` for those of the view.
void CampaignStore::describe_columns() {
  database_->exec("DELETE FROM columns");
  SQLite::Statement insert(*database_,
                           "INSERT INTO columns (name, unit, meaning) VALUES (?, ?, ?)");
  for (const auto& name : columns_of(*database_, "results")) {
    const auto about = result_column(name);
    insert.reset();
    insert.bind(1, about.name);
    insert.bind(2, about.unit);
    insert.bind(3, about.meaning);
    insert.exec();
  }
}

void CampaignStore::put_parameters(const NumberedPoint& point,
                                   const std::set<std::string>& columns) {
  std::string names;
  std::string marks;
  std::vector<std::string> values;
  for (const auto& [name, value] : parameters_of(point.keys)) {
    if (columns.count(name) == 0) continue;
    names += ", " + quoted_name(name);
    marks += ", ?";
    values.push_back(value);
  }
  if (values.empty()) return;
  SQLite::Statement put(
      *database_,
      fmt::format("INSERT OR REPLACE INTO parameters (point{}) VALUES (?{})", names, marks));
  int at = 0;
  put.bind(++at, point.number);
  for (const auto& value : values) put.bind(++at, value);
  put.exec();
}

/// Parameters that these points name get their columns. A column that is new gets its values at all
/// points that there are, for a parameter that holds by default is one that a later point names.
void CampaignStore::enter_parameters(const std::vector<NumberedPoint>& points) {
  std::vector<Column> named;
  for (const auto& point : points) {
    for (const auto& [name, value] : named_parameters(point.keys)) {
      named.push_back({name, "NUMERIC"});  // a number where the text is one
    }
  }
  const bool is_new = add_columns("parameters", named);
  const auto columns = columns_of(*database_, "parameters");
  if (!is_new) {
    for (const auto& point : points) put_parameters(point, columns);
    return;
  }
  SQLite::Statement rows(*database_, "SELECT * FROM configurations");
  while (rows.executeStep()) put_parameters(point_in(rows, 0), columns);
}

void CampaignStore::begin(const Plan& plan) {
  guarded([&] {
    SQLite::Transaction whole(*database_);
    put("program", program_text());
    put("plan", plan.text);
    put("design", design_name(plan.design.kind));
    put("objectives", json_text(objectives_json(plan.objectives)));
    put("scenario", json_text(Json(plan.scenario)));
    database_->exec("UPDATE points SET in_plan = 0 WHERE in_plan != 0");
    whole.commit();
  });
}

std::vector<std::int64_t> CampaignStore::enter(const std::vector<Assignment>& points) {
  return guarded([&] {
    SQLite::Transaction whole(*database_);
    std::set<std::string> keys;
    for (const auto& point : points) {
      for (const auto& [key, value] : point) keys.insert(key);
    }
    std::vector<Column> columns;
    for (const auto& key : keys) columns.push_back({key, key_type(key)});
    add_columns("configurations", columns);
    SQLite::Statement known(*database_,
                            "UPDATE points SET in_plan = 1 WHERE identity = ? "
                            "RETURNING point");
    SQLite::Statement insert(*database_,
                             "INSERT INTO points (identity, in_plan, state) VALUES "
                             "(?, 1, 'waiting') RETURNING point");
    std::vector<std::int64_t> numbers;
    std::vector<NumberedPoint> entered;
    for (const auto& point : points) {
      std::int64_t number = 0;
      bool is_new = false;
      for (auto* statement : {&known, &insert}) {
        statement->reset();
        statement->bind(1, identity(point));
        if (!statement->executeStep()) continue;
        number = statement->getColumn(0).getInt64();
        is_new = statement == &insert;
        while (statement->executeStep()) {
        }
        break;
      }
      numbers.push_back(number);
      entered.push_back({number, point});
      if (!is_new) continue;
      std::string names;
      std::string marks;
      for (const auto& [key, value] : point) {
        names += ", " + quoted_name(key);
        marks += ", ?";
      }
      SQLite::Statement keys_of(
          *database_,
          fmt::format("INSERT INTO configurations (point{}) VALUES (?{})", names, marks));
      int at = 0;
      keys_of.bind(++at, number);
      for (const auto& [key, value] : point) keys_of.bind(++at, value);
      keys_of.exec();
    }
    enter_parameters(entered);
    make_view();
    whole.commit();
    return numbers;
  });
}

void CampaignStore::forget_failures() {
  guarded([&] {
    SQLite::Transaction whole(*database_);
    database_->exec(
        "DELETE FROM provenance WHERE point IN (SELECT point FROM points WHERE state = 'failed')");
    database_->exec("UPDATE points SET state = 'waiting', error = NULL WHERE state = 'failed'");
    whole.commit();
  });
}

std::vector<NumberedPoint> CampaignStore::waiting() const {
  return guarded([&] {
    SQLite::Statement rows(*database_,
                           "SELECT configurations.* FROM points JOIN configurations USING (point) "
                           "WHERE in_plan = 1 AND state = 'waiting' ORDER BY point");
    std::vector<NumberedPoint> points;
    while (rows.executeStep()) points.push_back(point_in(rows, 0));
    return points;
  });
}

bool CampaignStore::has(const NumberedPoint& point) const {
  return guarded([&] {
    SQLite::Statement row(*database_, "SELECT 1 FROM points WHERE point = ? AND identity = ?");
    row.bind(1, point.number);
    row.bind(2, identity(point.keys));
    return row.executeStep();
  });
}

std::vector<MeasuredPoint> CampaignStore::measured() const {
  return guarded([&] {
    SQLite::Statement rows(*database_,
                           "SELECT seconds, configurations.* FROM points JOIN configurations USING "
                           "(point) JOIN provenance USING (point) WHERE state = 'done'");
    std::vector<MeasuredPoint> points;
    while (rows.executeStep()) {
      points.push_back({point_in(rows, 1).keys, rows.getColumn(0).getDouble()});
    }
    return points;
  });
}

PointCounts CampaignStore::counts() const {
  return guarded([&] {
    PointCounts counts;
    SQLite::Statement rows(*database_, "SELECT state, count(*) FROM results GROUP BY state");
    while (rows.executeStep()) {
      const auto state = rows.getColumn(0).getString();
      auto& count = state == "done"        ? counts.done
                    : state == "unreached" ? counts.unreached
                    : state == "failed"    ? counts.failed
                                           : counts.waiting;
      count = rows.getColumn(1).getInt64();
    }
    return counts;
  });
}

std::optional<MetricValues> CampaignStore::metrics_of(std::int64_t point) const {
  return guarded([&]() -> std::optional<MetricValues> {
    SQLite::Statement row(*database_, "SELECT * FROM metrics WHERE point = ?");
    row.bind(1, point);
    if (!row.executeStep()) return {};
    MetricValues values;
    for (int i = 0; i < row.getColumnCount(); ++i) {
      const auto column = row.getColumn(i);
      const std::string name = column.getName();
      if (name == "point" || column.isNull()) continue;
      if (column.isInteger()) {
        values[name] = column.getInt64();
      } else {
        values[name] = column.getDouble();
      }
    }
    return values;
  });
}

void CampaignStore::record(const std::vector<PointResult>& results) {
  guarded([&] {
    SQLite::Transaction whole(*database_);
    SQLite::Statement settle(*database_,
                             "UPDATE points SET state = ?, error = ? WHERE point = ? "
                             "AND state = 'waiting'");
    SQLite::Statement provenance(*database_,
                                 "INSERT INTO provenance (point, program, host, engine, level, "
                                 "started, seconds) VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (const auto& result : results) {
      settle.reset();
      settle.bind(1, result.error.empty() ? "done" : "failed");
      if (result.error.empty()) {
        settle.bind(2);
      } else {
        settle.bind(2, result.error);
      }
      settle.bind(3, result.number);
      if (settle.exec() == 0) continue;
      if (result.error.empty()) {
        std::string names;
        std::string marks;
        for (const auto& [name, value] : result.metrics) {
          names += ", " + quoted_name(name);
          marks += ", ?";
        }
        SQLite::Statement insert(
            *database_, fmt::format("INSERT INTO metrics (point{}) VALUES (?{})", names, marks));
        int at = 0;
        insert.bind(++at, result.number);
        for (const auto& [name, value] : result.metrics) {
          std::visit([&](auto number) { insert.bind(++at, number); }, value);
        }
        insert.exec();
      }
      provenance.reset();
      int at = 0;
      provenance.bind(++at, result.number);
      for (const auto* text :
           {&result.program, &result.host, &result.engine, &result.level, &result.started}) {
        provenance.bind(++at, *text);
      }
      provenance.bind(++at, result.seconds);
      provenance.exec();
    }
    whole.commit();
  });
}

void CampaignStore::close() {
  guarded([&] {
    SQLite::Transaction whole(*database_);
    leave_out_empty_columns();
    whole.commit();
    database_->exec("PRAGMA journal_mode = DELETE");
  });
}

}  // namespace isobar
