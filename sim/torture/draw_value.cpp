// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/draw_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "models/errors.h"

namespace isobar {
namespace {

/// The numbers LO and HI of a range as parameters show it, `LO to HI UNIT`.
std::optional<std::pair<double, double>> range_of(const Parameter& parameter) {
  std::istringstream words(parameter.range_text);
  std::string lo;
  std::string to;
  std::string hi;
  if (!(words >> lo >> to >> hi) || to != "to") return std::nullopt;
  return std::make_pair(std::strtod(lo.c_str(), nullptr), std::strtod(hi.c_str(), nullptr));
}

bool allows(const Parameter& parameter, const std::string& text) {
  try {
    parameter.parse(text);
    return true;
  } catch (const ValueError&) {
    return false;
  }
}

/// The words that a parameter shows in the place of a range: `no, yes`.
std::vector<std::string> words_of(const Parameter& parameter) {
  std::istringstream all(parameter.range_text);
  std::vector<std::string> words;
  for (std::string word; all >> word;) {
    if (word.back() == ',') word.pop_back();
    if (allows(parameter, word)) words.push_back(word);
  }
  return words;
}

std::string draw_parameter(Dice& dice, const Parameter& parameter, bool moderate) {
  constexpr int tries = 8;
  const auto range = range_of(parameter);
  if (!range) {
    const auto words = words_of(parameter);
    return words.empty() ? parameter.default_text : dice.word(words);
  }
  if (!parameter.automatic.empty() && dice.chance(0.2)) return "auto";
  const auto usual = std::strtod(parameter.default_text.c_str(), nullptr);
  const bool is_whole = !allows(parameter, fmt::format("{}", range->first + 0.5 / 1024));
  const double most = moderate ? std::max({1.2 * usual, range->first + 4, 1.0}) : range->second;
  const double hi = std::min(range->second, most);
  for (int i = 0; i < tries; ++i) {
    auto text = draw_number(dice, range->first, hi, usual, is_whole);
    if (allows(parameter, text)) return text;
  }
  return parameter.default_text;
}

}  // namespace

std::string draw_number(Dice& dice, double lo, double hi, double usual, bool whole) {
  constexpr double unlikely = 0.04;
  constexpr double few = 10;
  double value = lo;
  if (dice.chance(unlikely)) {
    value = hi;
  } else if (!dice.chance(2 * unlikely)) {
    const double most = std::min(hi, std::max({3 * usual, lo + few * std::min(1.0, hi - lo)}));
    const double least = std::max(lo, whole ? 1.0 : most / (few * few));
    value = least < most ? dice.logarithmic(least, most) : most;
  }
  if (!whole) return fmt::format("{:.3g}", std::clamp(value, lo, hi));
  return std::isinf(value) ? "inf" : fmt::format("{:.0f}", std::floor(value));
}

std::string draw_named(Dice& dice, const std::string& name,
                       const std::vector<Parameter>& parameters, bool moderate) {
  std::string text = name;
  const double part = dice.chance(0.3) ? 0 : 0.3;
  for (const auto& parameter : parameters) {
    if (!dice.chance(part)) continue;
    text += text.find(':') == std::string::npos ? ':' : ',';
    text += fmt::format("{}={}", parameter.name, draw_parameter(dice, parameter, moderate));
  }
  return text;
}

std::string draw_by_kind(Dice& dice, const Key& key) {
  const auto& kind = key.kind;
  if (!kind.words.empty() && (kind.base == ValueKind::Base::words || dice.chance(0.2))) {
    return dice.word(kind.words);
  }
  const auto usual = std::strtod(key.default_value.c_str(), nullptr);
  switch (kind.base) {
    case ValueKind::Base::whole:
      return draw_number(dice, kind.lo, kind.hi, usual, true);
    case ValueKind::Base::decimal:
      return draw_number(dice, kind.lo, kind.hi, usual, false);
    case ValueKind::Base::flag:
      return dice.word({"true", "true", "false"});
    case ValueKind::Base::words:
    case ValueKind::Base::text:
      break;
  }
  return {};
}

std::string draw_fault(Dice& dice, const std::string& value) {
  const auto at = static_cast<std::size_t>(dice.whole(0, static_cast<std::int64_t>(value.size())));
  const auto cut = value.substr(0, at);
  switch (dice.whole(0, 9)) {
    case 0:
      return "";
    case 1:
      return cut;
    case 2:
      return cut +
             dice.word({",", ":", "=", ".", "-", "/", "x", " ", "..", "e", "%", "'", "\"", "\\",
                        "[", "µ", "0", "9"}) +
             value.substr(at);
    case 3:
      return dice.word({"nan", "inf", "-1", "-0", "1e308", "1e-300", "auto", "none", "true",
                        "9223372036854775807", "9223372036854775808", "4294967296", "0", "-",
                        "0x10", "1/0", "1_000", "/", "."});
    case 4:
      return value + value;
    case 5:
      return value + "," + value;
    case 6:
      return "-" + value;
    default: {
      // Another number in the place of one that is there.
      const auto from = value.find_first_of("0123456789", at);
      if (from == std::string::npos) return value + "0";
      const auto end = std::min(value.find_first_not_of("0123456789", from), value.size());
      return value.substr(0, from) +
             dice.word({"0", "-1", "1", "65536", "4294967295", "4294967296", "9223372036854775807",
                        "99999999999999999999", "1e9", "0.5", "nan", "inf"}) +
             value.substr(end);
    }
  }
}

}  // namespace isobar
