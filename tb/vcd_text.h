// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace isobar {

/// Reads the VCD that Verilator writes of a module: a header with the names of all signals, and
/// samples with the values that have changed.
class VcdText {
 public:
  struct Signal {
    std::vector<std::string> scopes;  ///< from the top down, without the file's own
    std::string name;                 ///< an element of a memory as `tasks[3]`
    unsigned bits;
    std::size_t value;  ///< the number of its value; signals that are the same net share one
  };
  struct Change {
    std::size_t value;
    std::string_view bits;  ///< 0 and 1, the highest first
  };

  /// Takes the next piece of text, which may end anywhere.
  void take(std::string_view text) { text_.append(text); }

  /// The signals, once their names have been taken; read with the first call. Throws ModelError if
  /// the text is no header.
  const std::vector<Signal>& signals();
  /// What has changed by what was taken since the last call; valid until more is taken. A value may
  /// change several times, the last one holds.
  const std::vector<Change>& changes();

 private:
  std::size_t number_of(std::string_view code);

  std::string text_;
  std::size_t read_ = 0;  ///< so much of the text has been read
  std::vector<Signal> signals_;
  std::unordered_map<std::string, std::size_t> numbers_;  ///< by the code in the text
  std::vector<Change> changes_;
};

}  // namespace isobar
