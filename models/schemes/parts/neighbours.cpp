// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/neighbours.h"

#include <algorithm>

namespace isobar {
namespace {

__extension__ using Wide = __int128;

}  // namespace

std::vector<Node> neighbours_of(const Fabric& fabric, Node node) {
  std::vector<Node> pes;
  std::vector<Node> from = {node};  // and the switches that are reached
  const auto reach = [&](Node there) {
    if (there == node) return;
    auto& list = fabric.is_switch(there) ? from : pes;
    // Of a product a PE's neighbours are all different.
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

Load scaled(Load value, Load over, Load under) {
  return static_cast<Load>(Wide{value} * over / under);
}

Load scaled_up(Load value, Load over, Load under) {
  return static_cast<Load>((Wide{value} * over + under - 1) / under);
}

std::vector<Load> apportion(Load amount, const std::vector<Load>& weights) {
  std::vector<Load> parts(weights.size(), 0);
  Load sum = 0;
  for (const Load weight : weights) sum += weight;
  if (sum == 0) return parts;
  Load running = 0;
  Load given = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    running += weights[k];
    const Load due = scaled(amount, running, sum);
    parts[k] = due - given;
    given = due;
  }
  return parts;
}

}  // namespace isobar
