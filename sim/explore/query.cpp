// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/query.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "sim/explore/campaign_reader.h"
#include "sim/result/metrics.h"

namespace isobar {
namespace {

constexpr auto only_questions = "only questions are answered: SELECT ...";

/// What a statement reads.
struct Asked {
  bool metrics = false;
  bool outcome = false;  ///< whether the points reached their goal

  /// `view` is where the column is read; the view `results` itself reads all columns there are.
  void add(const std::string& column, const char* view) {
    if (view != nullptr && std::strcmp(view, "results") == 0) return;
    if (column == "state" || column == "reached") {
      outcome = true;
    } else {
      metrics = metrics || is_metric(column);
    }
  }

  static bool is_metric(const std::string& column) {
    const auto name = metric_name(column);
    const auto& all = isobar::metrics();
    return std::any_of(all.begin(), all.end(), [&](const Metric& m) { return m.name == name; });
  }
};

/// Nothing but reading: no other file is attached or written, no setting changed.
int allow_reading(void* asked, int action, const char* first, const char* second,
                  const char* /*database*/, const char* view) {
  if (action == SQLITE_READ) static_cast<Asked*>(asked)->add(second, view);
  constexpr std::array reading = {SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE};
  if (std::find(reading.begin(), reading.end(), action) != reading.end()) return SQLITE_OK;
  constexpr std::array pragmas = {"table_info", "table_xinfo", "table_list"};
  const auto is_asked = [&](const char* name) { return std::strcmp(first, name) == 0; };
  const bool description =
      action == SQLITE_PRAGMA && std::any_of(pragmas.begin(), pragmas.end(), is_asked);
  return description ? SQLITE_OK : SQLITE_DENY;
}

/// SQLite prepares the first statement of a text and leaves the rest.
void require_one_statement(sqlite3* database, const std::string& sql) {
  const char* rest = nullptr;
  sqlite3_stmt* statement = nullptr;
  const int status = sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, &rest);
  const bool is_empty = status == SQLITE_OK && statement == nullptr;
  sqlite3_finalize(statement);
  if (status == SQLITE_AUTH) throw ValueError(only_questions);
  if (status != SQLITE_OK) throw ValueError(sqlite3_errmsg(database));
  if (is_empty) throw ValueError("an SQL statement is needed: SELECT ... FROM results");
  const int more = sqlite3_prepare_v2(database, rest, -1, &statement, nullptr);
  const bool is_last = more == SQLITE_OK && statement == nullptr;
  sqlite3_finalize(statement);
  if (!is_last) throw ValueError(fmt::format("one statement at a time; this follows: {}", rest));
}

/// What SQLite says of a statement, and of a column that is left out for it is empty, why.
std::string complaint(const std::string& text) {
  constexpr std::string_view unknown = "no such column: ";
  const bool is_empty =
      text.rfind(unknown, 0) == 0 && Asked::is_metric(text.substr(unknown.size()));
  return is_empty ? text + "; no point has a value of it" : text;
}

}  // namespace

std::int64_t query_campaign(const std::filesystem::path& folder, const std::string& sql,
                            RowFormat format, std::ostream& out) {
  const CampaignReader reader(folder);
  return reader.guarded([&](SQLite::Database& database) -> std::int64_t {
    try {
      Asked asked;
      sqlite3_set_authorizer(database.getHandle(), allow_reading, &asked);
      require_one_statement(database.getHandle(), sql);
      SQLite::Statement rows(database, sql);
      write_rows(rows, format, out);
      sqlite3_set_authorizer(database.getHandle(), nullptr, nullptr);
      if (!asked.metrics || asked.outcome) return 0;
      return database.execAndGet("SELECT count(*) FROM results WHERE state = 'unreached'")
          .getInt64();
    } catch (const ValueError& error) {
      throw ValueError(fmt::format("{}: {}: {}", folder.string(), sql, complaint(error.what())));
    } catch (const SQLite::Exception& error) {
      const bool refused = error.getErrorCode() == SQLITE_AUTH;
      throw ValueError(fmt::format("{}: {}: {}", folder.string(), sql,
                                   refused ? only_questions : complaint(error.what())));
    }
  });
}

void export_campaign(const std::filesystem::path& folder, RowFormat format, std::ostream& out) {
  const CampaignReader reader(folder);
  reader.guarded([&](SQLite::Database& database) {
    SQLite::Statement rows(database, "SELECT * FROM results ORDER BY point");
    write_rows(rows, format, out);
  });
}

}  // namespace isobar
