// SPDX-License-Identifier: Apache-2.0
#include "sim/input/whole_number.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace isobar {
namespace {

/// The digits at the start of `text`, which are taken from it.
std::string take_digits(std::string_view& text) {
  const auto count = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string digits(text.substr(0, count));
  text.remove_prefix(count);
  return digits;
}

/// The exponent that is all of `text`; nothing if it is none.
std::optional<int> parse_exponent(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  int exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(exponent) : std::nullopt;
}

}  // namespace

std::optional<std::string> whole_digits(std::string_view text, bool decimal_comma) {
  constexpr std::size_t most = 20;  // digits of a 64-bit number
  std::string digits = take_digits(text);
  if (digits.empty()) return std::nullopt;
  std::int64_t shift = 0;
  if (!text.empty() && (text.front() == '.' || (decimal_comma && text.front() == ','))) {
    text.remove_prefix(1);
    const auto fraction = take_digits(text);
    digits += fraction;
    shift = -static_cast<std::int64_t>(fraction.size());
  }
  if (!text.empty()) {
    if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
    const auto exponent = parse_exponent(text.substr(1));
    if (!exponent) return std::nullopt;
    shift += *exponent;
  }
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.empty()) return "0";
  for (; shift < 0 && digits.back() == '0'; ++shift) digits.pop_back();
  if (shift < 0 || digits.size() + static_cast<std::size_t>(shift) > most) return std::nullopt;
  digits.append(static_cast<std::size_t>(shift), '0');
  return digits;
}

bool may_be_thousands(std::string_view text) {
  constexpr std::size_t group = 3;
  const auto whole = take_digits(text);
  if (whole.empty() || whole.size() > group || whole.front() == '0' || text.empty()) return false;
  const bool marked = text.front() == '.' || text.front() == ',';
  text.remove_prefix(1);
  return marked && take_digits(text).size() == group && text.empty();
}

}  // namespace isobar
