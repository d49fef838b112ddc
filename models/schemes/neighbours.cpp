// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/neighbours.h"

namespace isobar {
namespace {

__extension__ using Wide = __int128;

}  // namespace

std::vector<Node> neighbours_of(const Fabric& fabric, Node node) {
  std::vector<Node> all;
  for (unsigned port = 0; port < fabric.degree(); ++port) {
    if (const auto there = fabric.neighbour(node, port)) all.push_back(*there);
  }
  return all;
}

Load scaled(Load value, Load over, Load under) {
  return static_cast<Load>(Wide{value} * over / under);
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
