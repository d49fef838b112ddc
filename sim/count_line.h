// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace isobar {

/// How many of some things are done, on standard error: one line that changes on a terminal.
class CountLine {
 public:
  /// What is said where standard error is no terminal: nothing, or a line for every tenth.
  enum class Elsewhere : std::uint8_t { nothing, tenths };

  CountLine(std::string what, Elsewhere elsewhere);
  /// Clears the line.
  ~CountLine();
  CountLine(const CountLine&) = delete;
  CountLine& operator=(const CountLine&) = delete;

  void show(std::size_t done, std::size_t total);

 private:
  std::string what_;
  Elsewhere elsewhere_;
  bool terminal_;
  std::size_t tenth_ = 0;
};

}  // namespace isobar
