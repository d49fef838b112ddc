// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "models/fabric/fabric.h"

namespace isobar {

// What has to be known of a stored run's files (docs/store.md) before anything is written.

/// Added to the file's name: the file on which whoever writes the run holds a lock.
inline constexpr auto run_lock_ending = "-lock";
/// Files that SQLite keeps beside a database for a while.
inline constexpr std::array store_side_files = {"-journal", "-wal", "-shm"};

/// The largest fabric whose runs can be stored.
inline constexpr Node max_stored_pes = 1U << 17;

/// How many frames are kept where nothing is said: as many as a page can play, and no more than 8
/// million loads; a quarter of them where what executors do is kept besides (not `phased`).
std::int64_t default_history(const Fabric& fabric, bool phased);

/// Where a link leads; else `file`.
std::string store_target(const std::string& file);

/// Throws ValueError if `file` is there and no stored run.
void require_replaceable_store(const std::string& file);

}  // namespace isobar
