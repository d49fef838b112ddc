// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace isobar {

/// A folder that is removed with everything in it when the object is destroyed.
class ScratchFolder {
 public:
  /// Makes a folder whose name begins with `name`. Throws ValueError(complaint) if that fails.
  ScratchFolder(const std::filesystem::path& name, const std::string& complaint);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::filesystem::path path() const { return path_; }

 private:
  std::string path_;
};

/// Makes a scratch folder whose name begins with `name` where the system keeps temporary files.
/// Throws ValueError if that fails.
ScratchFolder temporary_folder(const std::string& name);

}  // namespace isobar
