// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {
namespace {

std::map<std::string, SchemeEntry>& registry() {
  static std::map<std::string, SchemeEntry> entries;
  return entries;
}

template <class Range, class Name>
std::string names(const Range& range, Name name) {
  std::vector<std::string> list;
  list.reserve(range.size());
  for (const auto& item : range) list.push_back(name(item));
  return list.empty() ? "none" : fmt::format("{}", fmt::join(list, ", "));
}

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

double parse_parameter(const SchemeParameter& parameter, std::string_view text) {
  const double value = parse_number(text);
  if (!std::isfinite(value) || value < parameter.lo || value > parameter.hi ||
      (parameter.whole && value != std::floor(value))) {
    throw ValueError(fmt::format("{} must be a {}number from {} to {}{}{}, not '{}'",
                                 parameter.name, parameter.whole ? "whole " : "", parameter.lo,
                                 parameter.hi, parameter.unit.empty() ? "" : " ", parameter.unit,
                                 text));
  }
  return value;
}

}  // namespace

const std::map<std::string, SchemeEntry>& schemes() { return registry(); }

RegisterScheme::RegisterScheme(SchemeEntry entry) {
  auto name = entry.name;
  registry().emplace(std::move(name), std::move(entry));
}

SchemeChoice SchemeChoice::parse(std::string_view text) {
  const auto colon = text.find(':');
  const auto name = text.substr(0, colon);
  const auto found = schemes().find(std::string(name));
  if (found == schemes().end()) {
    throw ValueError(fmt::format("unknown scheme '{}'; allowed: {}", name,
                                 names(schemes(), [](const auto& s) { return s.first; })));
  }
  SchemeChoice choice{&found->second, {}};
  const auto& known = choice.entry->parameters;
  for (const auto& parameter : known) choice.parameters[parameter.name] = parameter.standard;
  if (colon == std::string_view::npos) return choice;
  for (const auto part : split(text.substr(colon + 1), ',')) {
    const auto equals = part.find('=');
    const auto key = part.substr(0, equals);
    const auto parameter = std::find_if(known.begin(), known.end(),
                                        [&](const SchemeParameter& p) { return p.name == key; });
    if (parameter == known.end() || equals == std::string_view::npos) {
      throw ValueError(fmt::format("'{}' is no parameter of {}; allowed as NAME=VALUE: {}", part,
                                   name,
                                   names(known, [](const SchemeParameter& p) { return p.name; })));
    }
    choice.parameters[parameter->name] = parse_parameter(*parameter, part.substr(equals + 1));
  }
  return choice;
}

std::unique_ptr<SynchronousScheme> SchemeChoice::make(const Fabric& fabric,
                                                      std::int64_t load_bits) const {
  if (const auto objection = entry->objection(fabric); !objection.empty()) {
    throw ValueError(fmt::format("{} cannot run on {}: {}", entry->name, fabric.name(), objection));
  }
  return entry->make({fabric, load_bits, parameters});
}

}  // namespace isobar
