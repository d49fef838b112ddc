// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

inline constexpr auto store_schema_name = "isobar.store/1";

/// What a stored run is made of (docs/store.md).
inline constexpr auto store_schema = R"sql(
PRAGMA application_id = 1230196546;  -- "ISOB"
PRAGMA user_version = 1;
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE frames (
  number INTEGER PRIMARY KEY,
  step INTEGER NOT NULL, phase INTEGER NOT NULL, step_end INTEGER NOT NULL,
  cycle_from INTEGER NOT NULL, cycle_to INTEGER NOT NULL, shifts INTEGER NOT NULL,
  max INTEGER NOT NULL, min INTEGER NOT NULL, idle INTEGER NOT NULL, tasks_moved INTEGER NOT NULL,
  loads BLOB NOT NULL, flows BLOB NOT NULL);
)sql";

/// Throws ValueError if `file` is no stored run, or cannot be read.
void require_store(const std::string& file);
/// Throws ValueError if `file` is there and no stored run.
void require_replaceable_store(const std::string& file);

}  // namespace isobar
