// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/neighbours.h"

#include <algorithm>

namespace isobar {

std::vector<Node> neighbours_of(const Fabric& fabric, Node node) {
  std::vector<Node> pes;
  std::vector<Node> from = {node};  // and the switches that are reached
  const auto reach = [&](Node there) {
    if (there == node) return;
    auto& list = fabric.is_switch(there) ? from : pes;
    // On a product a PE's neighbours are all different.
    const bool is_known = fabric.switches() > 0 && std::count(list.begin(), list.end(), there) > 0;
    if (!is_known) list.push_back(there);
  };
  for (std::size_t i = 0; i < from.size(); ++i) {
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      if (const auto there = fabric.neighbour(from[i], port)) reach(*there);
    }
  }
  if (from.size() > 1) std::sort(pes.begin(), pes.end());
  return pes;
}

std::size_t most_neighbours(const Fabric& fabric) {
  if (fabric.switches() == 0) return fabric.degree();
  std::size_t most = 0;
  for (Node node = 0; node < fabric.pes(); ++node) {
    most = std::max(most, neighbours_of(fabric, node).size());
  }
  return most;
}

}  // namespace isobar
