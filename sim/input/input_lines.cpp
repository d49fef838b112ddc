// SPDX-License-Identifier: Apache-2.0
#include "sim/input/input_lines.h"

#include <fmt/format.h>

#include <string>

#include "models/errors.h"

namespace isobar {

void for_each_line(std::istream& in,
                   const std::function<void(std::string_view line, std::int64_t number)>& take) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  std::string text;
  for (std::int64_t number = 1; std::getline(in, text); ++number) {
    std::string_view line = text;
    if (number == 1 && line.substr(0, byte_order_mark.size()) == byte_order_mark) {
      line.remove_prefix(byte_order_mark.size());
    }
    try {
      take(line, number);
    } catch (const ValueError& error) {
      throw ValueError(fmt::format("line {}: {}", number, error.what()));
    }
  }
  if (in.bad()) throw ValueError("reading failed");
}

}  // namespace isobar
