// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/pe_set.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {

PeSet PeSet::parse(std::string_view text, const Fabric& fabric) {
  std::vector<Range> ranges;
  const auto parse_pe = [&](std::string_view number) {
    return static_cast<Node>(parse_integer(
        trim(number),
        fmt::format("a {} of {}", fabric.switches() > 0 ? "node" : "PE", fabric.name()), 0,
        std::int64_t{fabric.nodes()} - 1));
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
  std::vector<Range> apart;
  for (const auto& range : ranges) {
    if (apart.empty() || range.first > apart.back().last + 1) {
      apart.push_back(range);
    } else {
      apart.back().last = std::max(apart.back().last, range.last);
    }
  }
  return PeSet(std::move(apart));
}

bool PeSet::has(Node node) const {
  const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), node,
                                      [](Node n, const Range& range) { return n < range.first; });
  return after != ranges_.begin() && node <= std::prev(after)->last;
}

std::vector<Node> PeSet::nodes() const {
  std::vector<Node> nodes;
  for (const auto& range : ranges_) {
    for (Node node = range.first; node <= range.last; ++node) nodes.push_back(node);
  }
  return nodes;
}

}  // namespace isobar
