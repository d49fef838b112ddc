// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

inline constexpr auto store_schema_name = "isobar.store/2";
inline constexpr int store_application = 1230196546;  ///< "ISOB"
inline constexpr int store_version = 2;
/// The oldest version that is read. Version 1 did not say for how long links were busy in a frame.
inline constexpr int first_store_version = 1;

/// What a stored run is made of (docs/store.md).
inline constexpr auto store_schema = R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE frames (
  number INTEGER PRIMARY KEY,
  step INTEGER NOT NULL, phase INTEGER NOT NULL, step_end INTEGER NOT NULL,
  cycle_from INTEGER NOT NULL, cycle_to INTEGER NOT NULL, shifts INTEGER NOT NULL,
  max INTEGER NOT NULL, min INTEGER NOT NULL, idle INTEGER NOT NULL, tasks_moved INTEGER NOT NULL,
  loads BLOB NOT NULL, flows BLOB NOT NULL, activity BLOB,
  busy_ports BLOB NOT NULL, busy_links BLOB NOT NULL);
)sql";

}  // namespace isobar
