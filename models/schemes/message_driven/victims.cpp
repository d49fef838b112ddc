// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/victims.h"

#include "models/fabric/neighbours.h"

namespace isobar {

Node random_other(Random& random, Node nodes, Node node) {
  if (nodes < 2) return node;
  const auto drawn = static_cast<Node>(random() % (nodes - 1));
  return drawn < node ? drawn : drawn + 1;
}

Node RandomVictims::next(AgentPe& pe) {
  return random_other(random_, pe.fabric().pes(), pe.node());
}

Node RingVictims::next(AgentPe& pe) {
  const Node nodes = pe.fabric().pes();
  if (nodes < 2) return pe.node();
  behind_ = behind_ % (nodes - 1) + 1;
  return static_cast<Node>((std::uint64_t{pe.node()} + behind_) % nodes);
}

Node NearestVictims::next(AgentPe& pe) {
  if (neighbours_.empty()) neighbours_ = neighbours_of(pe.fabric(), pe.node());
  if (neighbours_.empty()) return pe.node();
  return neighbours_[turn_++ % neighbours_.size()];
}

}  // namespace isobar
