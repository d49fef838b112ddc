// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/explore/campaign_contents.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <sstream>

namespace isobar::test {
namespace {

constexpr int patience_ms = 10'000;

SQLite::Database open(const std::filesystem::path& folder) {
  return {(folder / "campaign.db").string(), SQLite::OPEN_READONLY, patience_ms};
}

}  // namespace

std::string campaign_contents(const std::filesystem::path& folder) {
  const auto database = open(folder);
  std::ostringstream out;
  for (const char* table : {"points", "configurations", "metrics"}) {
    SQLite::Statement rows(database, fmt::format("SELECT * FROM {} ORDER BY point", table));
    while (rows.executeStep()) {
      for (int i = 0; i < rows.getColumnCount(); ++i) {
        out << rows.getColumn(i).getName() << '=' << rows.getColumn(i).getText("NULL") << ' ';
      }
      out << '\n';
    }
  }
  return out.str();
}

std::int64_t campaign_number(const std::filesystem::path& folder, const std::string& query) {
  auto database = open(folder);
  return database.execAndGet(query).getInt64();
}

}  // namespace isobar::test
