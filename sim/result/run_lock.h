// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// Tells others that a run is being written: the lock on a file beside it goes with the process
/// that holds it, whatever ends that. It is not on the run's file, since whoever closes one that
/// SQLite has open too takes SQLite's own locks away.
class RunLock {
 public:
  /// Throws ValueError if another process writes this run, or if the lock cannot be had.
  explicit RunLock(const std::string& run);
  /// Removes the file.
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

  /// Whether somebody writes this run now.
  static bool is_held(const std::string& run);

 private:
  std::string file_;
  int descriptor_ = -1;
};

}  // namespace isobar
