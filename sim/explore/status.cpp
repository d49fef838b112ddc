// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/status.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <vector>

#include "sim/explore/campaign_reader.h"

namespace isobar {
namespace {

constexpr int most_lines = 5;

std::string points_words(std::int64_t count, std::int64_t first) {
  return count == 1 ? fmt::format("(point {})", first)
                    : fmt::format("({} points, the first is {})", count, first);
}

/// A line for each scheme and fabric, as far as the plan names them, whose points ended without
/// their goal; the most first.
std::string unreached_lines(SQLite::Database& database) {
  std::vector<std::string> columns;
  for (const std::string name : {"scheme", "fabric"}) {
    SQLite::Statement column(database, "SELECT 1 FROM pragma_table_info('results') WHERE name = ?");
    column.bind(1, name);
    if (column.executeStep()) columns.push_back(name);
  }
  const auto names = fmt::format("{}", fmt::join(columns, " || ' on ' || "));
  SQLite::Statement groups(
      database, fmt::format("SELECT {} AS name, count(*), min(point) FROM results WHERE state = "
                            "'unreached' GROUP BY name ORDER BY count(*) DESC, min(point) LIMIT {}",
                            names.empty() ? "''" : names, most_lines));
  std::string text;
  while (groups.executeStep()) {
    text +=
        fmt::format("without its goal: {} {}\n", groups.getColumn(0).getString(),
                    points_words(groups.getColumn(1).getInt64(), groups.getColumn(2).getInt64()));
  }
  return text;
}

}  // namespace

std::string unreached_words(std::int64_t count) {
  return fmt::format("{} without {} goal", count, count == 1 ? "its" : "their");
}

std::string trouble_words(const PointCounts& counts) {
  std::string text;
  if (counts.unreached > 0) text += ", " + unreached_words(counts.unreached);
  if (counts.failed > 0) text += fmt::format(", {} failed", counts.failed);
  return text;
}

std::string status_text(const std::filesystem::path& folder) {
  const CampaignReader reader(folder);
  return reader.guarded([&](SQLite::Database& database) {
    SQLite::Statement counts(database,
                             "SELECT count(*), sum(state = 'done'), sum(state = 'failed'), "
                             "sum(state = 'waiting'), sum(state = 'unreached') FROM results");
    counts.executeStep();
    const auto count = [&](int column) { return counts.getColumn(column).getInt64(); };
    const auto unreached = count(4) > 0 ? ", " + unreached_words(count(4)) : "";
    auto text =
        fmt::format("{}: {} points: {} done{}, {} failed, {} waiting\n", reader.file().string(),
                    count(0), count(1), unreached, count(2), count(3));
    const auto seconds = database.execAndGet("SELECT coalesce(sum(seconds), 0) FROM provenance");
    text += fmt::format("they took {:.3g} s of processor time\n", seconds.getDouble());
    text += unreached_lines(database);
    SQLite::Statement errors(
        database,
        fmt::format("SELECT error, count(*), min(point) FROM points WHERE in_plan = 1 AND state = "
                    "'failed' GROUP BY error ORDER BY count(*) DESC, error LIMIT {}",
                    most_lines));
    while (errors.executeStep()) {
      text +=
          fmt::format("failed: {} {}\n", errors.getColumn(0).getString(),
                      points_words(errors.getColumn(1).getInt64(), errors.getColumn(2).getInt64()));
    }
    return text;
  });
}

}  // namespace isobar
