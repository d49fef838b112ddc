// SPDX-License-Identifier: Apache-2.0
#include "models/pe/pe_states.h"

namespace isobar {

PeStates::PeStates(const Fabric& fabric, const PeShape& shape, bool credits)
    : pes(fabric.pes()), links(2 * fabric.link_slots()) {
  const auto each = shape.ports * (credits ? 2 : 1) + shape.registers;
  values.resize(pes.size() * each, 0);
  for (std::size_t node = 0; node < pes.size(); ++node) {
    auto& pe = pes[node];
    pe.node = static_cast<Node>(node);
    pe.heard = values.data() + node * each;
    pe.links = links.data() + node * 2 * shape.ports;
  }
}

}  // namespace isobar
