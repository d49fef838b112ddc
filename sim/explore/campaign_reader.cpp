// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/campaign_reader.h"

#include "sim/explore/campaign_schema.h"

namespace isobar {

CampaignReader::CampaignReader(const std::filesystem::path& folder)
    : file_(folder / campaign_file) {
  std::error_code ignored;
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
  } catch (const SQLite::Exception& error) {
    throw ValueError(fmt::format("{}: {}", file_.string(), error.what()));
  }
}

}  // namespace isobar
