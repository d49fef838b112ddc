// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace isobar {

/// A file that one process appends to and others read, perhaps on a network file system. Each entry
/// is a line, {"crc32":"0a1b2c3d","entry":…}, with the checksum of the entry's text. What has
/// been appended survives the process, and the machine if it was synced.
class ShardWriter {
 public:
  /// Makes the first of NAME.jsonl, NAME.1.jsonl, … that does not exist, so that a file that
  /// another process writes, or wrote before it was ended, is never touched. Throws ValueError if
  /// the file cannot be made.
  ShardWriter(const std::filesystem::path& folder, const std::string& name);
  ~ShardWriter();
  ShardWriter(const ShardWriter&) = delete;
  ShardWriter& operator=(const ShardWriter&) = delete;

  /// `entry` is JSON on one line. Throws ValueError if it cannot be written: the disk is full.
  void append(const std::string& entry);
  /// Makes sure of what was appended. Throws ValueError like append().
  void sync();
  /// Calls sync() if its last call was at least a second ago.
  void sync_now_and_then();

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
  std::chrono::steady_clock::time_point synced_;
  bool dirty_ = false;
};

/// Reads a shard, again and again while it grows.
class ShardReader {
 public:
  explicit ShardReader(std::filesystem::path file) : file_(std::move(file)) {}

  /// Calls `take` with each entry that has come since the last call, and `say` with a message that
  /// names file and line for each line that is damaged, or of which `take` throws a ValueError. A
  /// last line without an end is left for later unless the shard is `ended`; then it is damaged
  /// too. Throws ValueError if the file cannot be read.
  void read(bool ended, const std::function<void(const std::string& entry)>& take,
            const std::function<void(const std::string& message)>& say);

 private:
  std::filesystem::path file_;
  std::int64_t offset_ = 0;
  std::int64_t line_ = 0;  ///< lines before offset_
};

}  // namespace isobar
