// SPDX-License-Identifier: Apache-2.0
#include "sim/input/node_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {

NodePattern::NodePattern(std::string_view text, const Fabric& fabric) : fabric_(fabric) {
  text = trim(text);
  const auto range = [](std::string_view part, const std::string& what, std::uint32_t count) {
    part = trim(part);
    if (part == "*") return Range{0, count - 1};
    const auto number = [&](std::string_view digits) {
      return static_cast<std::uint32_t>(
          parse_integer(trim(digits), what, 0, std::int64_t{count} - 1));
    };
    const auto dots = part.find("..");
    const auto lo = number(part.substr(0, dots));
    const auto hi = dots == std::string_view::npos ? lo : number(part.substr(dots + 2));
    if (lo > hi) throw ValueError(fmt::format("the range {} is empty", part));
    return Range{lo, hi};
  };
  if (text.empty()) throw ValueError("a node is needed: a number, a range such as 0..3, or *");
  if (text.front() != '(') {
    ranges_.push_back(range(text, "a node", fabric.nodes()));
    return;
  }
  const auto& radices = fabric.radices();
  const auto parts = split(text.substr(1, text.size() - 2), ',');
  if (text.back() != ')' || !fabric.is_product() || parts.size() != radices.size()) {
    throw ValueError(fmt::format(
        "nodes of {} are a number, a range such as 0..3, *{}, not '{}'", fabric.name(),
        fabric.is_product() ? fmt::format(", or {} coordinates, for example {}", radices.size(),
                                          radices.size() == 1 ? "(3)" : "(0..3,*)")
                            : "",
        text));
  }
  by_coordinates_ = true;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ranges_.push_back(
        range(parts[i], fmt::format("a coordinate of dimension {}", i + 1), radices[i]));
  }
}

bool NodePattern::has(Node node) const {
  const auto in = [](const Range& range, std::uint32_t number) {
    return range.lo <= number && number <= range.hi;
  };
  if (!by_coordinates_) return in(ranges_.front(), node);
  for (unsigned d = 1; d <= ranges_.size(); ++d) {
    if (!in(ranges_[d - 1], fabric_.coordinate(node, d))) return false;
  }
  return true;
}

std::optional<Node> NodePattern::single() const {
  const bool one = std::all_of(ranges_.begin(), ranges_.end(),
                               [](const Range& range) { return range.lo == range.hi; });
  if (!one) return std::nullopt;
  if (!by_coordinates_) return ranges_.front().lo;
  Node node = 0;
  for (auto d = ranges_.size(); d > 0; --d) {
    node = node * fabric_.radices()[d - 1] + ranges_[d - 1].lo;
  }
  return node;
}

}  // namespace isobar
