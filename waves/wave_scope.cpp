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
    : pes_{{0, fabric.nodes() - 1}}, dimensions_(fabric.radices().size(), true) {}

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
      scope.parse_pes(value, fabric);
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

void WaveScope::parse_pes(std::string_view text, const Fabric& fabric) {
  std::vector<Range> ranges;
  const auto parse_pe = [&](std::string_view number) {
    return static_cast<Node>(parse_integer(trim(number), fmt::format("a PE of {}", fabric.name()),
                                           0, std::int64_t{fabric.nodes()} - 1));
  };
  for (const auto item : split(text, ',')) {
    const auto dots = item.find("..");
    const Node first = parse_pe(item.substr(0, dots));
    const Node last = dots == std::string_view::npos ? first : parse_pe(item.substr(dots + 2));
    if (first > last) {
      throw ValueError(fmt::format(
          "a range of PEs goes from a number to one not smaller, unlike '{}'", trim(item)));
    }
    ranges.push_back({first, last});
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const Range& a, const Range& b) { return a.first < b.first; });
  pes_.clear();
  for (const auto& range : ranges) {
    if (pes_.empty() || range.first > pes_.back().last + 1) {
      pes_.push_back(range);
    } else {
      pes_.back().last = std::max(pes_.back().last, range.last);
    }
  }
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

bool WaveScope::has_pe(Node node) const {
  const auto after = std::upper_bound(pes_.begin(), pes_.end(), node,
                                      [](Node n, const Range& range) { return n < range.first; });
  return after != pes_.begin() && node <= std::prev(after)->last;
}

}  // namespace isobar
