// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/status.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "sim/explore/campaign_reader.h"

namespace isobar {
namespace {

constexpr int most_errors = 5;

}  // namespace

std::string status_text(const std::filesystem::path& folder) {
  const CampaignReader reader(folder);
  return reader.guarded([&](SQLite::Database& database) {
    SQLite::Statement counts(database,
                             "SELECT count(*), sum(state = 'done'), sum(state = 'failed'), "
                             "sum(state = 'waiting') FROM points WHERE in_plan = 1");
    counts.executeStep();
    const auto count = [&](int column) { return counts.getColumn(column).getInt64(); };
    auto text = fmt::format("{}: {} points: {} done, {} failed, {} waiting\n",
                            reader.file().string(), count(0), count(1), count(2), count(3));
    const auto seconds = database.execAndGet("SELECT coalesce(sum(seconds), 0) FROM provenance");
    text += fmt::format("they took {:.3g} s of processor time\n", seconds.getDouble());
    SQLite::Statement errors(
        database,
        fmt::format("SELECT error, count(*), min(point) FROM points WHERE in_plan = 1 AND state = "
                    "'failed' GROUP BY error ORDER BY count(*) DESC, error LIMIT {}",
                    most_errors));
    while (errors.executeStep()) {
      text +=
          fmt::format("failed: {} ({} points, the first is {})\n", errors.getColumn(0).getString(),
                      errors.getColumn(1).getInt64(), errors.getColumn(2).getInt64());
    }
    return text;
  });
}

}  // namespace isobar
