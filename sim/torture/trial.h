// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "sim/config/config_text.h"

namespace isobar {

/// A file that an experiment reads.
struct TrialFile {
  std::string name;
  std::string text;
};

/// One experiment of `isobar run`: what is put to the test.
struct Trial {
  std::vector<TrialFile> files;
  /// Keys of the configuration and their values, each key once.
  std::vector<std::pair<std::string, std::string>> options;

  /// The value of a key; null if it is not given.
  const std::string* find(const std::string& key) const;
  /// Gives a key, in the place of what it had.
  void set(const std::string& key, const std::string& value);
  /// Without the keys that say where results go.
  Trial without_outputs() const;
};

/// What the program is given, as it reads it.
ConfigText config_text(const Trial& trial);

/// Whether the program takes it as it is. The trial's files are in the current folder.
bool is_taken(const Trial& trial);

/// The arguments of the program: `run --fabric ring:8 --set link.2.latency=3`.
std::vector<std::string> arguments(const Trial& trial);

/// One line to paste into a shell, which writes the files and runs the program.
std::string line_of(const Trial& trial);

/// Reads a line as line_of() writes it. Throws ValueError for any other.
Trial parse_trial(const std::string& line);

/// Writes the trial's files. Throws ValueError if one cannot be written.
void write_files(const Trial& trial, const std::filesystem::path& folder);

}  // namespace isobar
