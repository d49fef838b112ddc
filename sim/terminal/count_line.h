// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/terminal/say.h"

namespace isobar {

/// Shows on standard error how many of some things are done: on a terminal as one line that
/// changes.
class CountLine {
 public:
  /// What is written where standard error is no terminal: nothing, or a line for every tenth.
  enum class Elsewhere : std::uint8_t { nothing, tenths };

  /// Shows nothing where little is to be said.
  CountLine(std::string what, Elsewhere elsewhere, Say how = Say::all);
  /// Clears the line.
  ~CountLine();
  CountLine(const CountLine&) = delete;
  CountLine& operator=(const CountLine&) = delete;

  /// Shows `done` of `total` and what came of them. A terminal shows `more` behind it, as far as
  /// there is room.
  void show(std::size_t done, std::size_t total, const std::string& outcome = "",
            const std::string& more = "");
  /// Removes the line, so that something else can be written; show() brings it back.
  void clear();

 private:
  std::string what_;
  Elsewhere elsewhere_;
  bool silent_;
  bool terminal_;
  std::size_t tenth_ = 0;
};

}  // namespace isobar
