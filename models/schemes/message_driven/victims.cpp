// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/victims.h"

#include <fmt/format.h>

#include "models/fabric/neighbours.h"

namespace isobar {

Node random_other(SmallRandom& random, Node nodes, Node node) {
  if (nodes < 2) return node;
  const auto drawn = static_cast<Node>(random() % (nodes - 1));
  return drawn < node ? drawn : drawn + 1;
}

Node RandomVictims::next(AgentPe& pe) {
  return random_other(random_, pe.fabric().pes(), pe.node());
}

Xorshift victims_xorshift(std::uint64_t seed, Node node) {
  auto stream = random_stream(seed, fmt::format("steal {}", node));
  return Xorshift(static_cast<std::uint32_t>(stream()));
}

Node XorshiftVictims::next(AgentPe& pe) {
  const Node nodes = pe.fabric().pes();
  if (nodes < 2) return pe.node();
  const auto behind = std::uint64_t{xorshift_.below(nodes - 1)} + 1;
  xorshift_.advance();
  return static_cast<Node>((pe.node() + behind) % nodes);
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
