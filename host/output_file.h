// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <ostream>

namespace isobar {

/// A file that appears whole or not at all: it is written under a temporary name in its folder and
/// renamed by commit(). Without commit() nothing is left, and an older file stays as it was.
/// A link is followed; a pipe or a device, which cannot be replaced, is written directly.
class OutputFile {
 public:
  /// Throws ValueError naming the path and the reason if it could not be written: the folder does
  /// not exist or is not writable, the target is a folder or write-protected.
  explicit OutputFile(const std::filesystem::path& target);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::filesystem::path& target() const { return target_; }
  std::ostream& stream() { return out_; }
  /// The path of the file before it is committed, for a writer that opens files by itself.
  const std::filesystem::path& path() const { return temporary_.empty() ? target_ : temporary_; }

  /// Makes the file appear under its name; nothing can be written afterwards.
  /// Throws ValueError if not all of it could be written (a full disk); then nothing appears.
  void commit();

 private:
  void create_temporary();
  [[noreturn]] void fail(int error) const;

  std::filesystem::path shown_;  ///< the target as it was given
  std::filesystem::path target_;
  std::filesystem::path temporary_;  ///< empty if there is none
  std::ofstream out_;
};

/// Removes all unfinished files of a program that a signal is about to end; safe in a signal
/// handler.
void remove_unfinished_files() noexcept;

}  // namespace isobar
