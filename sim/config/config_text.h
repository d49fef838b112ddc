// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// A key of the configuration, as it stands in a file (`link.bandwidth`), after `--set`, or as an
/// option of its own (`--link-bandwidth`).
struct ConfigKey {
  std::string name;
  std::string
      default_value;  ///< what holds if it is not given; shown, and parsed where it is a value
  std::string metavar;
  std::string help;
  bool output = false;  ///< says where results go, and is no part of the experiment

  std::string option() const;
};

/// All keys, in the order in which they are shown. `link.D.…` for a dimension D is allowed besides.
const std::vector<ConfigKey>& config_keys();

/// What the user wrote, key by key, each with its place; nothing is interpreted yet.
class ConfigText {
 public:
  struct Entry {
    std::string value;
    std::string place;             ///< `torus.toml:3`, `--fabric`
    std::filesystem::path folder;  ///< that paths of input files are relative to
  };

  /// Reads a TOML file; tables become dotted keys. Throws InputError: no such file, no TOML, an
  /// unknown key, a value that is a list.
  void read_file(const std::filesystem::path& file);
  /// A value from the command line, which goes before a file's. Throws InputError if the key is
  /// unknown or was given on the command line before.
  void set(const std::string& key, const std::string& value, const std::string& place);
  /// `KEY=VALUE` after --set.
  void set_assignment(std::string_view assignment);

  const std::map<std::string, Entry>& entries() const { return entries_; }

 private:
  std::map<std::string, Entry> entries_;
  std::map<std::string, std::string> given_;  ///< on the command line: key → place
};

}  // namespace isobar
