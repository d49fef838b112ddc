// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_scope.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {
namespace {

std::string selectable_dimensions(const Fabric& fabric) {
  std::string list;
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    if (fabric.radix(d) > 1) list += fmt::format("{}{}", list.empty() ? "" : ", ", d);
  }
  return list.empty() ? "none" : list;
}

}  // namespace

WaveScope::WaveScope(const Fabric& fabric)
    : fabric_(fabric), pes_(PeSet::all(fabric)), dimensions_(fabric.radices().size(), true) {}

WaveScope WaveScope::parse(std::string_view text, const Fabric& fabric) {
  WaveScope scope(fabric);
  if (trim(text).empty()) return scope;
  bool pes = false;
  bool coordinates = false;
  bool dimensions = false;
  for (const auto part : split(text, ';')) {
    const auto equals = part.find('=');
    const auto key = trim(part.substr(0, equals));
    const bool has_value = equals != std::string_view::npos;
    const auto value = has_value ? part.substr(equals + 1) : std::string_view{};
    if (has_value && key == "pes" && !pes) {
      scope.pes_ = PeSet::parse(value, fabric);
      pes = true;
    } else if (has_value && key == "coordinates" && !coordinates) {
      scope.parse_coordinates(value);
      coordinates = true;
    } else if (has_value && key == "dimensions" && !dimensions) {
      scope.parse_dimensions(value, fabric);
      dimensions = true;
    } else {
      throw ValueError(
          fmt::format("a wave scope is pes=…, coordinates=… and dimensions=…, each at most once, "
                      "with ; between them (for example pes=0..3,8;dimensions=1), not '{}'",
                      trim(part)));
    }
  }
  if (pes && coordinates && !scope.has_any_pe()) {
    throw ValueError("no PE is in both, those of pes=… and those of coordinates=…");
  }
  return scope;
}

void WaveScope::parse_dimensions(std::string_view text, const Fabric& fabric) {
  dimensions_.assign(fabric.radices().size(), false);
  for (const auto item : split(text, ',')) {
    const auto number = trim(item);
    std::size_t dimension = 0;
    for (std::size_t d = 1; d <= fabric.radices().size(); ++d) {
      if (fabric.radices()[d - 1] > 1 && number == std::to_string(d)) dimension = d;
    }
    if (dimension == 0) {
      throw ValueError(fmt::format("'{}' is no dimension of {} that has links (allowed: {})",
                                   number, fabric.name(), selectable_dimensions(fabric)));
    }
    dimensions_[dimension - 1] = true;
  }
}

void WaveScope::parse_coordinates(std::string_view text) {
  const auto items = split(text, ',');
  const auto& radices = fabric_.radices();
  if (items.size() != radices.size()) {
    throw ValueError(
        fmt::format("coordinates of {} are {}, a number, a range or * for each dimension, with , "
                    "between them, not '{}'",
                    fabric_.name(), radices.size(), trim(text)));
  }
  for (std::size_t d = 1; d <= items.size(); ++d) {
    const auto item = trim(items[d - 1]);
    const std::uint32_t largest = radices[d - 1] - 1;
    if (item == "*") {
      coordinates_.push_back({0, largest});
      continue;
    }
    const auto parse = [&](std::string_view number) {
      return static_cast<std::uint32_t>(parse_integer(
          trim(number), fmt::format("a coordinate of {} in dimension {}", fabric_.name(), d), 0,
          largest));
    };
    const auto dots = item.find("..");
    const auto first = parse(item.substr(0, dots));
    const auto last = dots == std::string_view::npos ? first : parse(item.substr(dots + 2));
    if (first > last) {
      throw ValueError(fmt::format(
          "a range of coordinates goes from a number to one not smaller, unlike '{}'", item));
    }
    coordinates_.push_back({first, last});
  }
}

bool WaveScope::is_inside(Node node) const {
  for (std::size_t d = 1; d <= coordinates_.size(); ++d) {
    const auto at = fabric_.coordinate(node, static_cast<unsigned>(d));
    if (at < coordinates_[d - 1].first || at > coordinates_[d - 1].last) return false;
  }
  return true;
}

bool WaveScope::has_any_pe() const {
  const auto nodes = pes_.nodes();
  return std::any_of(nodes.begin(), nodes.end(), [this](Node node) { return is_inside(node); });
}

}  // namespace isobar
