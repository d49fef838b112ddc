// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

inline constexpr auto campaign_schema_name = "isobar.campaign/1";
inline constexpr int campaign_application = 1230196547;  ///< "ISOC"
inline constexpr int campaign_version = 1;
inline constexpr auto campaign_file = "campaign.db";

/// What a campaign's database is made of (docs/explore.md). `configurations` gets a column a key
/// that the plan names; `metrics`, which is made with it, has one a metric; the view `results`
/// joins all of it. `parameters` (what a scheme's and an application's text says, a column a
/// parameter) and `columns` (what the columns of `results` are) are made where a release before has
/// not.
inline constexpr auto campaign_schema = R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE points (
  point INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, in_plan INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed')), error TEXT);
CREATE TABLE configurations (point INTEGER PRIMARY KEY REFERENCES points);
CREATE TABLE provenance (
  point INTEGER PRIMARY KEY REFERENCES points, program TEXT NOT NULL, host TEXT NOT NULL,
  engine TEXT NOT NULL, level TEXT, started TEXT NOT NULL, seconds REAL NOT NULL);
)sql";

inline constexpr auto campaign_tables_since = R"sql(
CREATE TABLE IF NOT EXISTS parameters (point INTEGER PRIMARY KEY REFERENCES points);
CREATE TABLE IF NOT EXISTS columns (
  name TEXT PRIMARY KEY, unit TEXT NOT NULL, meaning TEXT NOT NULL) WITHOUT ROWID;
)sql";

/// The state of a point as people are told it, from the columns `state` of `points` and `reached`
/// of `metrics`: a point that is done but ended without its goal is `unreached`.
inline constexpr auto told_state =
    "CASE WHEN state = 'done' AND reached = 0 THEN 'unreached' ELSE state END";

}  // namespace isobar
