// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/pe_neighbours.h"

#include <algorithm>
#include <set>

namespace isobar {
namespace {

/// Looks out of all ports of `from`, and of the switches behind them.
void collect(const Fabric& fabric, Node from, std::set<Node>& seen, std::vector<Node>& found) {
  for (unsigned port = 0; port < fabric.degree(); ++port) {
    const auto there = fabric.neighbour(from, port);
    if (!there || !seen.insert(*there).second) continue;
    if (fabric.is_switch(*there)) {
      collect(fabric, *there, seen, found);
    } else {
      found.push_back(*there);
    }
  }
}

}  // namespace

PeNeighbours::PeNeighbours(const Fabric& fabric) {
  for (Node node = 0; node < fabric.pes(); ++node) {
    std::set<Node> seen = {node};
    auto& found = neighbours_.emplace_back();
    collect(fabric, node, seen, found);
    std::sort(found.begin(), found.end());
  }
}

}  // namespace isobar
