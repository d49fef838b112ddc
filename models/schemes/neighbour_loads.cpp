// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/neighbour_loads.h"

#include <algorithm>
#include <numeric>

#include "models/schemes/neighbours.h"

namespace isobar {

void NeighbourLoads::start(AgentPe& pe) {
  nodes_ = neighbours_of(pe.fabric(), pe.node());
  loads_.assign(nodes_.size(), 0);
  heard_.assign(nodes_.size(), false);
  unheard_ = nodes_.size();
  tell(pe);
}

void NeighbourLoads::tell(AgentPe& pe) {
  if (news_.due(pe, pe.load())) send(pe);
}

void NeighbourLoads::tick(AgentPe& pe) {
  if (news_.tick(pe.load())) send(pe);
}

void NeighbourLoads::send(AgentPe& pe) const {
  for (const Node node : nodes_) pe.send_word(node, {kind_, pe.load()});
}

void NeighbourLoads::hear(Node from, Load load) {
  const auto k = index(from);
  if (!heard_[k]) --unheard_;
  heard_[k] = true;
  loads_[k] = load;
}

std::size_t NeighbourLoads::index(Node node) const {
  return static_cast<std::size_t>(std::find(nodes_.begin(), nodes_.end(), node) - nodes_.begin());
}

Load NeighbourLoads::mean(Load own) const {
  return std::accumulate(loads_.begin(), loads_.end(), own) / (static_cast<Load>(size()) + 1);
}

Load NeighbourLoads::phi(Load own) const {
  Load largest = own;
  for (const Load load : loads_) largest = std::max(largest, load);
  const Load count = static_cast<Load>(size()) + 1;
  const Load balanced = (std::accumulate(loads_.begin(), loads_.end(), own) + count - 1) / count;
  return largest - balanced;
}

void NeighbourLoads::decides(AgentPe& pe) const {
  for (const Node node : nodes_) pe.decides_by(node, kind_);
}

}  // namespace isobar
