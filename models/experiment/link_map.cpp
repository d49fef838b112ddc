// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/link_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/errors.h"

namespace isobar {
namespace {

/// The numbers of the marked ones.
std::vector<std::uint32_t> marked(const std::vector<bool>& marks) {
  std::vector<std::uint32_t> list;
  for (std::uint32_t i = 0; i < marks.size(); ++i) {
    if (marks[i]) list.push_back(i);
  }
  return list;
}

}  // namespace

LinkMap::LinkMap(const Fabric& fabric, std::vector<std::uint32_t> of_slots)
    : of_slots_(std::move(of_slots)) {
  if (of_slots_.size() != fabric.link_slots()) {
    throw ModelError(fmt::format("classes of {} links are given, the fabric has {} slots",
                                 of_slots_.size(), fabric.link_slots()));
  }
  const auto most = std::max_element(of_slots_.begin(), of_slots_.end());
  counts_.resize(most == of_slots_.end() ? 0 : *most + 1);
  const unsigned degree = fabric.degree();
  for (unsigned port = 0; port < degree; ++port) {
    std::vector<bool> leave(counts_.size());
    std::vector<bool> come(counts_.size());
    for (Node node = 0; node < fabric.nodes(); ++node) {
      const auto there = fabric.neighbour(node, port);
      if (!there) continue;
      const auto own = of_slots_[std::uint64_t{node} * degree + port];
      leave[own] = true;
      ++counts_[own];
      come[of_slots_[std::uint64_t{*there} * degree + fabric.far_port(node, port)]] = true;
    }
    leaving_.push_back(marked(leave));
    coming_.push_back(marked(come));
  }
}

}  // namespace isobar
