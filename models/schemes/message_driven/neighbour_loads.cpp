// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/neighbour_loads.h"

#include <algorithm>
#include <numeric>

#include "models/fabric/neighbours.h"
#include "models/schemes/parts/apportion.h"

namespace isobar {

void NeighbourLoads::start(AgentPe& pe) {
  nodes_ = neighbours_of(pe.fabric(), pe.node());
  if (capacities_.others.empty()) capacities_.others.assign(nodes_.size(), 1);
  all_capacities_ =
      std::accumulate(capacities_.others.begin(), capacities_.others.end(), capacities_.own);
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

Load NeighbourLoads::total(Load own) const {
  return std::accumulate(loads_.begin(), loads_.end(), own);
}

Load NeighbourLoads::due(Load total) const {
  return scaled(total, capacities_.own, all_capacities_);
}

Load NeighbourLoads::due_of(Load total, std::size_t k) const {
  return scaled(total, capacities_.others[k], all_capacities_);
}

Load NeighbourLoads::above_mean(Load own, bool exactly) const {
  const Load all = total(own);
  return exactly ? parts(true) * own - all : own - due(all);
}

Load NeighbourLoads::above_mean_of(std::size_t k, Load own, bool exactly) const {
  const Load all = total(own);
  return exactly ? parts(true) * loads_[k] - all : loads_[k] - due_of(all, k);
}

bool NeighbourLoads::alike() const {
  return std::all_of(capacities_.others.begin(), capacities_.others.end(),
                     [this](std::int64_t other) { return other == capacities_.own; });
}

Load NeighbourLoads::phi(Load own) const {
  const Load all = total(own);
  Load most = own - scaled_up(all, capacities_.own, all_capacities_);
  for (std::size_t k = 0; k < size(); ++k) {
    most = std::max(most, loads_[k] - scaled_up(all, capacities_.others[k], all_capacities_));
  }
  return most;
}

bool NeighbourLoads::above(std::size_t k, Load own) const {
  return loads_[k] > scaled(own, capacities_.others[k], capacities_.own);
}

Load NeighbourLoads::room(std::size_t k, Load own) const {
  return std::max<Load>(0, scaled(own, capacities_.others[k], capacities_.own) - loads_[k]);
}

Load NeighbourLoads::spare(std::size_t k, Load own) const {
  return std::max<Load>(0, loads_[k] - scaled_up(own, capacities_.others[k], capacities_.own));
}

Load NeighbourLoads::part_of(std::size_t k, Load load) const {
  const auto other = capacities_.others[k];
  return scaled(load, other, capacities_.own + other);
}

Load NeighbourLoads::rest_of(std::size_t k, Load part) const {
  return scaled(part, capacities_.others[k], capacities_.own);
}

void NeighbourLoads::decides(AgentPe& pe) const {
  for (const Node node : nodes_) pe.decides_by(node, kind_);
}

}  // namespace isobar
