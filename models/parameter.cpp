// SPDX-License-Identifier: Apache-2.0
#include "models/parameter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {
namespace {

/// A decimal number, or a fraction of two whole ones; NaN for anything else.
double parse_number(std::string_view text) {
  const auto all_of = [](std::string_view part, auto& value) {
    const char* end = part.data() + part.size();
    const auto [stop, error] = std::from_chars(part.data(), end, value);
    return stop == end && error == std::errc{};
  };
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) {
    double value = NAN;
    return all_of(text, value) ? value : NAN;
  }
  std::uint32_t over = 0;
  std::uint32_t under = 0;
  const bool fraction =
      all_of(text.substr(0, slash), over) && all_of(text.substr(slash + 1), under) && under > 0;
  return fraction ? static_cast<double>(over) / static_cast<double>(under) : NAN;
}

[[noreturn]] void refuse(const Parameter& parameter, std::string_view text) {
  std::string also;
  if (!parameter.automatic.empty()) also += ", or auto";
  if (parameter.percent) also += ", or a percentage (5%)";
  if (parameter.list) also += ", or several with ; between them";
  throw ValueError(fmt::format("{} must be a {}number from {} to {}{}{}{}, not '{}'",
                               parameter.name, parameter.whole ? "whole " : "", parameter.lo,
                               parameter.hi, parameter.unit.empty() ? "" : " ", parameter.unit,
                               also, text));
}

/// One of the parameter's words.
ParameterValue parse_word(const Parameter& parameter, std::string_view text) {
  const auto& words = parameter.words;
  const auto found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) {
    throw ValueError(fmt::format("{} must be one of {}, not '{}'", parameter.name,
                                 parameter.range_text(), text));
  }
  return static_cast<double>(found - words.begin());
}

ParameterValue parse_value(const Parameter& parameter, std::string_view text) {
  if (!parameter.words.empty()) return parse_word(parameter, text);
  if (!parameter.automatic.empty() && text == "auto") {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (parameter.percent && !text.empty() && text.back() == '%') {
    const double share = parse_number(text.substr(0, text.size() - 1));
    if (!(share > 0 && share <= 100)) refuse(parameter, text);
    return {{share / 100}, true};
  }
  std::vector<double> values;
  const auto parts = parameter.list ? split(text, ';') : std::vector{text};
  for (const auto part : parts) {
    const double value = parse_number(part);
    const bool bounded = std::isfinite(value) || (std::isinf(value) && std::isinf(parameter.hi));
    if (!bounded || value < parameter.lo || value > parameter.hi ||
        (parameter.whole && value != std::floor(value))) {
      refuse(parameter, text);
    }
    values.push_back(value);
  }
  return {std::move(values), false};
}

}  // namespace

std::string Parameter::default_text() const {
  if (!words.empty()) return words[static_cast<std::size_t>(default_value)];
  return std::isnan(default_value) ? "auto" : fmt::format("{}", default_value);
}

std::string Parameter::range_text() const {
  if (!words.empty()) return fmt::format("{}", fmt::join(words, ", "));
  return fmt::format("{} to {}{}{}", lo, hi, unit.empty() ? "" : " ", unit);
}

std::string Parameter::line() const {
  return fmt::format("{} = {} ({}{}): {}", name, default_text(), range_text(),
                     automatic.empty() ? "" : "; auto: " + automatic, help);
}

NamedText::NamedText(std::string_view text) {
  const auto colon = text.find(':');
  name = text.substr(0, colon);
  if (colon != std::string_view::npos) parameters = text.substr(colon + 1);
}

ParameterValues parse_parameters(std::optional<std::string_view> text,
                                 const std::vector<Parameter>& known, std::string_view owner) {
  ParameterValues values;
  for (const auto& parameter : known) values[parameter.name] = parameter.default_value;
  if (!text) return values;
  for (const auto part : split(*text, ',')) {
    const auto equals = part.find('=');
    const auto key = part.substr(0, equals);
    const auto parameter =
        std::find_if(known.begin(), known.end(), [&](const Parameter& p) { return p.name == key; });
    if (parameter == known.end() || equals == std::string_view::npos) {
      std::vector<std::string> names;
      names.reserve(known.size());
      for (const auto& p : known) names.push_back(p.name);
      throw ValueError(
          fmt::format("'{}' is no parameter of {}; allowed as NAME=VALUE: {}", part, owner,
                      names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    }
    values[parameter->name] = parse_value(*parameter, part.substr(equals + 1));
  }
  return values;
}

}  // namespace isobar
