// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/neighbour_scheme.h"

#include <numeric>

namespace isobar {

NeighbourScheme::NeighbourScheme(const Fabric& fabric, std::int64_t load_bits, Cycle decision)
    : load_bits_(load_bits), closed_(fabric.closed()) {
  for (const auto& port : fabric.ports()) {
    towards_successor_.push_back(port.direction == Direction::successor);
  }
  if (!closed_) {
    linked_.resize(fabric.link_slots());
    for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
      linked_[slot] = fabric.link(slot).has_value();
    }
  }
  Phase phase;
  phase.hears.resize(fabric.degree());
  std::iota(phase.hears.begin(), phase.hears.end(), 0U);
  phase.receives = phase.hears;
  // A PE without neighbours has nothing to say or to decide: a step that takes no time.
  phase.word_bits = fabric.degree() > 0 ? load_bits : 0;
  phase.decision = fabric.degree() > 0 ? decision : 0;
  phase.ends_step = true;
  phases_.push_back(std::move(phase));
}

void NeighbourScheme::repeat_phase(std::size_t times) { phases_.resize(times, phases_[0]); }

unsigned NeighbourScheme::neighbours(Node node) const {
  if (closed_) return ports();
  unsigned count = 0;
  for (unsigned port = 0; port < ports(); ++port) count += linked(node, port) ? 1 : 0;
  return count;
}

void NeighbourScheme::announce(std::size_t /*phase*/, const PeView& self, Words& out) const {
  for (unsigned port = 0; port < ports(); ++port) {
    if (linked(self.node, port)) out.add(port, self.load, load_bits_);
  }
}

}  // namespace isobar
