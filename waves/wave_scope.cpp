// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_scope.h"

#include <fmt/format.h>

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
    : pes_(PeSet::all(fabric)), dimensions_(fabric.radices().size(), true) {}

WaveScope WaveScope::parse(std::string_view text, const Fabric& fabric) {
  WaveScope scope(fabric);
  if (trim(text).empty()) return scope;
  bool pes = false;
  bool dimensions = false;
  for (const auto part : split(text, ';')) {
    const auto equals = part.find('=');
    const auto key = trim(part.substr(0, equals));
    const bool has_value = equals != std::string_view::npos;
    const auto value = has_value ? part.substr(equals + 1) : std::string_view{};
    if (has_value && key == "pes" && !pes) {
      scope.pes_ = PeSet::parse(value, fabric);
      pes = true;
    } else if (has_value && key == "dimensions" && !dimensions) {
      scope.parse_dimensions(value, fabric);
      dimensions = true;
    } else {
      throw ValueError(
          fmt::format("a wave scope is pes=… and dimensions=…, each at most once, with ; between "
                      "them (for example pes=0..3,8;dimensions=1), not '{}'",
                      trim(part)));
    }
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

}  // namespace isobar
