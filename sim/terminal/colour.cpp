// SPDX-License-Identifier: Apache-2.0
#include "sim/terminal/colour.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace isobar {
namespace {

std::string_view variable(const char* name) {
  const auto* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool has_colours(int descriptor) {
  const auto terminal = variable("TERM");
  return ::isatty(descriptor) == 1 && variable("NO_COLOR").empty() && !terminal.empty() &&
         terminal != "dumb";
}

/// Bold, so that it can be told from the text around it without its colour.
const char* code(Colour colour) {
  switch (colour) {
    case Colour::good:
      return "1;32";
    case Colour::doubtful:
      return "1;33";
    case Colour::bad:
      return "1;31";
  }
  return "";
}

}  // namespace

std::string coloured(const std::string& text, Colour colour, int descriptor) {
  if (!has_colours(descriptor)) return text;
  return fmt::format("\x1b[{}m{}\x1b[0m", code(colour), text);
}

}  // namespace isobar
