// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace isobar::test {

/// A folder that is removed with all in it.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  /// Makes the folders that `name` needs.
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  /// Names of what is in it, sorted.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

/// A whole file. Throws std::runtime_error if there is none.
std::string contents(const std::filesystem::path& file);

}  // namespace isobar::test
