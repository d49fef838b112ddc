// SPDX-License-Identifier: Apache-2.0
#include "models/text.h"

#include <fmt/format.h>

#include <charconv>

#include "models/errors.h"

namespace isobar {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const auto first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::int64_t parse_integer(std::string_view text, std::string_view what, std::int64_t lo,
                           std::int64_t hi) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool is_number = stop == end && !text.empty() && error != std::errc::invalid_argument &&
                         text.substr(0, 2) != "-0";
  if (!is_number) {
    throw ValueError(
        fmt::format("{} must be a whole number from {} to {}, not '{}'", what, lo, hi, text));
  }
  if (error == std::errc::result_out_of_range || value < lo || value > hi) {
    throw ValueError(fmt::format("{} must be from {} to {}, not {}", what, lo, hi, text));
  }
  return value;
}

}  // namespace isobar
