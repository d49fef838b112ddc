// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/key_table.h"

namespace isobar {

/// What the user wrote, key by key, each with its place; nothing is interpreted yet.
class ConfigText {
 public:
  /// Understands these keys.
  explicit ConfigText(const KeyList& keys = config_keys()) : keys_(&keys) {}

  /// A value as it was written, and where.
  struct Entry {
    std::string value;             ///< as it was written
    std::string place;             ///< `torus.toml:3`, `--fabric`
    std::filesystem::path folder;  ///< that paths of input files are relative to
  };

  /// Reads a TOML file; tables become dotted keys. Throws InputError: no such file, no TOML, an
  /// unknown key, a value that is a list.
  void read_file(const std::filesystem::path& file);
  /// A value from the command line, which goes before a file's; of two by the same option the last
  /// holds. Throws InputError if the key is unknown or was given by another option before.
  void set(const std::string& key, const std::string& value, const std::string& place);
  /// `KEY=VALUE` after --set.
  void set_assignment(std::string_view assignment);

  /// By the keys' names of today.
  const std::map<std::string, Entry>& entries() const { return entries_; }
  /// A line for each key that was given by the name that it had formerly.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  /// The key's name of today; notes it where that is another. Throws InputError if there is none.
  std::string checked(const std::string& key, const std::string& value, const std::string& place);

  const KeyList* keys_;
  std::vector<std::string> notes_;
  std::map<std::string, Entry> entries_;
  std::map<std::string, std::string> given_;  ///< on the command line: key → place
};

}  // namespace isobar
