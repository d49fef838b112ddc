// SPDX-License-Identifier: Apache-2.0
#include "models/parameter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "models/errors.h"
#include "models/fraction.h"
#include "models/text.h"
#include "models/unknown_name.h"

namespace isobar {
namespace {

template <class Number>
bool read_all(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return stop == end && error == std::errc{};
}

/// A decimal number, or a fraction of two whole ones.
std::optional<double> parse_number(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) {
    double value = 0;
    return read_all(text, value) ? std::optional(value) : std::nullopt;
  }
  std::uint32_t over = 0;
  std::uint32_t under = 0;
  const bool is_fraction =
      read_all(text.substr(0, slash), over) && read_all(text.substr(slash + 1), under) && under > 0;
  if (!is_fraction) return std::nullopt;
  return static_cast<double>(over) / static_cast<double>(under);
}

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}

template <class T>
ParameterOf<T> finished(Parameter described, T default_value,
                        const std::function<std::any(std::string_view)>& parse) {
  ParameterOf<T> out{std::move(described)};
  out.default_value = std::move(default_value);
  out.parse = parse;
  return out;
}

constexpr const char* or_auto = ", or auto";

template <class T>
std::string text_of(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "auto";
}

}  // namespace

std::string Parameter::line() const {
  return fmt::format("{} = {} ({}{}): {}", name, default_text, range_text,
                     automatic.empty() ? "" : "; auto: " + automatic, help);
}

ParameterBuilder::ParameterBuilder(std::string name, std::string help)
    : name_(std::move(name)), help_(std::move(help)) {}

ParameterBuilder& ParameterBuilder::formerly(std::string name, FormerValues values) {
  formerly_ = std::move(name);
  former_values_ = std::move(values);
  return *this;
}

ParameterBuilder& ParameterBuilder::range(double lo, double hi, std::string unit) {
  lo_ = lo;
  hi_ = hi;
  unit_ = std::move(unit);
  return *this;
}

double ParameterBuilder::Numbers::read(std::string_view text, std::string_view all) const {
  const auto value = parse_number(text);
  const bool bounded = value && (std::isfinite(*value) || (std::isinf(*value) && std::isinf(hi)));
  if (!bounded || *value < lo || *value > hi || (whole && *value != std::floor(*value))) {
    refuse(all);
  }
  return *value;
}

void ParameterBuilder::Numbers::refuse(std::string_view text) const {
  throw ValueError(fmt::format("{} must be a {}number from {} to {}{}, not '{}'", name,
                               whole ? "whole " : "", lo, with_unit(fmt::format("{}", hi), unit),
                               also, text));
}

ParameterBuilder::Numbers ParameterBuilder::numbers(bool whole, const char* also) const {
  return {name_, lo_, hi_, unit_, whole, also};
}

Parameter ParameterBuilder::described(std::string default_text) const {
  Parameter out;
  out.name = name_;
  out.formerly = formerly_;
  out.former_values = former_values_;
  out.help = help_;
  out.default_text = std::move(default_text);
  out.range_text = with_unit(fmt::format("{} to {}", lo_, hi_), unit_);
  return out;
}

ParameterOf<std::int64_t> ParameterBuilder::whole(std::int64_t default_value) const {
  return finished(described(fmt::format("{}", default_value)), default_value,
                  [numbers = numbers(true)](std::string_view text) -> std::any {
                    return static_cast<std::int64_t>(numbers.read(text, text));
                  });
}

ParameterOf<double> ParameterBuilder::real(double default_value) const {
  return finished(described(fmt::format("{}", default_value)), default_value,
                  [numbers = numbers(false)](std::string_view text) -> std::any {
                    return numbers.read(text, text);
                  });
}

ParameterOf<Rational> ParameterBuilder::fraction(const Rational& default_value) const {
  return finished(described(fmt::format("{}", boost::rational_cast<double>(default_value))),
                  default_value, [numbers = numbers(false)](std::string_view text) -> std::any {
                    return exact_fraction(numbers.read(text, text), numbers.name);
                  });
}

ParameterOf<bool> ParameterBuilder::zero_or_one(bool default_value) const {
  auto builder = *this;
  builder.range(0, 1);
  return finished(builder.described(default_value ? "1" : "0"), default_value,
                  [numbers = builder.numbers(true)](std::string_view text) -> std::any {
                    return numbers.read(text, text) == 1;
                  });
}

ParameterOf<bool> ParameterBuilder::no_or_yes(bool default_value) const {
  return one_of<bool>({{"no", false}, {"yes", true}}, default_value);
}

ParameterOf<CountOrShare> ParameterBuilder::whole_or_percentage(std::int64_t default_value) const {
  return finished(
      described(fmt::format("{}", default_value)), CountOrShare{default_value, {}},
      [numbers = numbers(true, ", or a percentage (5%)")](std::string_view text) -> std::any {
        if (text.empty() || text.back() != '%') {
          return CountOrShare{static_cast<std::int64_t>(numbers.read(text, text)), {}};
        }
        const auto share = parse_number(text.substr(0, text.size() - 1));
        if (!share || !(*share > 0 && *share <= 100)) numbers.refuse(text);
        return CountOrShare{0, *share / 100};
      });
}

ParameterOf<std::optional<std::int64_t>> ParameterBuilder::whole_or_auto(
    std::string automatic, std::optional<std::int64_t> default_value) const {
  auto out = finished(described(text_of(default_value)), default_value,
                      [numbers = numbers(true, or_auto)](std::string_view text) -> std::any {
                        std::optional<std::int64_t> value;
                        if (text != "auto") value = std::int64_t(numbers.read(text, text));
                        return value;
                      });
  out.automatic = std::move(automatic);
  return out;
}

ParameterOf<std::optional<double>> ParameterBuilder::real_or_auto(
    std::string automatic, std::optional<double> default_value) const {
  auto out = finished(described(text_of(default_value)), default_value,
                      [numbers = numbers(false, or_auto)](std::string_view text) -> std::any {
                        std::optional<double> value;
                        if (text != "auto") value = numbers.read(text, text);
                        return value;
                      });
  out.automatic = std::move(automatic);
  return out;
}

ParameterOf<std::optional<std::vector<double>>> ParameterBuilder::reals_or_auto(
    std::string automatic) const {
  using List = std::optional<std::vector<double>>;
  auto out = finished(described("auto"), List(),
                      [numbers = numbers(false, ", or auto, or several with ; between them")](
                          std::string_view text) -> std::any {
                        List list;
                        if (text == "auto") return list;
                        list.emplace();
                        for (const auto part : split(text, ';'))
                          list->push_back(numbers.read(part, text));
                        return list;
                      });
  out.automatic = std::move(automatic);
  return out;
}

Parameter ParameterBuilder::words_parameter(const std::vector<std::string>& words,
                                            std::size_t first) const {
  auto out = described(words[first]);
  out.range_text = fmt::format("{}", fmt::join(words, ", "));
  out.parse = [name = name_, words, allowed = out.range_text](std::string_view text) -> std::any {
    const auto found = std::find(words.begin(), words.end(), text);
    if (found == words.end()) {
      throw ValueError(fmt::format("{} must be one of {}, not '{}'", name, allowed, text));
    }
    return static_cast<std::size_t>(found - words.begin());
  };
  return out;
}

std::vector<Parameter> together(const std::vector<std::vector<Parameter>>& parts) {
  std::vector<Parameter> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

const std::any* ParameterValues::find(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

void ParameterValues::missing(const std::string& name) {
  throw ModelError(fmt::format("'{}' is read, but not declared as a parameter of this type", name));
}

NamedText::NamedText(std::string_view text) {
  const auto colon = text.find(':');
  name = text.substr(0, colon);
  if (colon != std::string_view::npos) parameters = text.substr(colon + 1);
}

ParameterValues parse_parameters(std::optional<std::string_view> text,
                                 const std::vector<Parameter>& known, std::string_view owner) {
  ParameterValues values;
  for (const auto& parameter : known) values.set(parameter.name, parameter.default_value);
  if (!text) return values;
  for (const auto part : split(*text, ',')) {
    const auto equals = part.find('=');
    const auto key = part.substr(0, equals);
    const auto parameter = std::find_if(known.begin(), known.end(), [&](const Parameter& p) {
      return p.name == key || (!key.empty() && p.formerly == key);
    });
    if (parameter == known.end() || equals == std::string_view::npos) {
      std::vector<std::string> names;
      names.reserve(known.size());
      for (const auto& p : known) names.push_back(p.name);
      throw ValueError(
          fmt::format("'{}' is no parameter of {};{} allowed as NAME=VALUE: {}", part, owner,
                      did_you_mean(key, names),
                      names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    }
    auto value = part.substr(equals + 1);
    if (parameter->name != key) {
      const auto now = parameter->former_values.find(value);
      if (now == parameter->former_values.end()) {
        values.note(fmt::format("{} is called {} now", key, parameter->name));
      } else {
        values.note(fmt::format("{} is called {}={} now", part, parameter->name, now->second));
        value = now->second;
      }
    }
    values.set(parameter->name, parameter->parse(value));
  }
  return values;
}

}  // namespace isobar
