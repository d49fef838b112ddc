// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/campaign_reader.h"

#include <set>

#include "sim/explore/campaign_schema.h"
#include "sim/explore/result_columns.h"
#include "sim/result/metrics.h"

namespace isobar {
namespace {

/// Puts a view of this connection in front of the stored `results`, which a release before may have
/// made: it gets the names of now besides those of then, says which points ended without their
/// goal, and leaves out columns that are empty.
void show_as_now(SQLite::Database& database) {
  std::set<std::string> there;
  std::string columns;
  const auto add = [&](const std::string& column) {
    columns += (columns.empty() ? "" : ", ") + column;
  };
  for (const auto& name : shown_columns(database)) {
    there.insert(name);
    add(name == "state" ? fmt::format("{} AS state", told_state) : fmt::format("\"{}\"", name));
  }
  if (there.count("reached") == 0) return;
  for (const auto& [old_name, name] : renamed_metrics()) {
    if (there.count(old_name) == 0 || there.count(name) > 0) continue;
    add(fmt::format("\"{}\" AS \"{}\"", old_name, name));
  }
  database.exec(fmt::format("CREATE TEMP VIEW results AS SELECT {} FROM main.results", columns));
}

}  // namespace

CampaignReader::CampaignReader(const std::filesystem::path& folder)
    : file_(folder.filename() == campaign_file ? folder : folder / campaign_file) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(folder, ignored) && file_ != folder) {
    throw ValueError(fmt::format("{}: a file; a campaign's folder is needed", folder.string()));
  }
  if (!std::filesystem::exists(file_, ignored)) {
    throw ValueError(
        fmt::format("{}: there is no campaign; isobar explore PLAN.toml -o {} makes "
                    "one",
                    file_.string(), folder.string()));
  }
  try {
    constexpr int patience_ms = 10'000;
    database_ =
        std::make_unique<SQLite::Database>(file_.string(), SQLite::OPEN_READONLY, patience_ms);
    if (database_->execAndGet("PRAGMA application_id").getInt() != campaign_application) {
      throw ValueError(fmt::format("{}: a database, but not a campaign's", file_.string()));
    }
    show_as_now(*database_);
  } catch (const SQLite::Exception& error) {
    throw ValueError(fmt::format("{}: {}", file_.string(), error.what()));
  }
}

}  // namespace isobar
