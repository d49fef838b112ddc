// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <filesystem>

#include "models/errors.h"

namespace isobar {

/// Reads a campaign's database, also while the campaign goes on. The view `results` has renamed
/// metrics by both names, and marks points that ended without their goal (docs/explore.md).
class CampaignReader {
 public:
  /// Throws ValueError if there is no campaign in the folder, which may be named by its database,
  /// too.
  explicit CampaignReader(const std::filesystem::path& folder);

  const std::filesystem::path& file() const { return file_; }

  /// Returns what `work` returns for the database; an error of SQLite becomes a ValueError.
  template <class Work>
  auto guarded(Work work) const {
    try {
      return work(*database_);
    } catch (const SQLite::Exception& error) {
      throw ValueError(fmt::format("{}: {}", file_.string(), error.what()));
    }
  }

 private:
  std::filesystem::path file_;
  std::unique_ptr<SQLite::Database> database_;
};

}  // namespace isobar
