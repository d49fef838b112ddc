// SPDX-License-Identifier: Apache-2.0
#include "models/pe/pe_states.h"

namespace isobar {

PeStates::PeStates(const Fabric& fabric, const SynchronousScheme& scheme)
    : pes(fabric.pes()),
      heard(fabric.link_slots(), 0),
      registers(fabric.pes() * scheme.registers(), 0),
      ports(fabric.link_slots()),
      departing(fabric.pes(), 0) {
  const std::size_t degree = fabric.degree();
  const std::size_t count = scheme.registers();
  for (Node node = 0; node < fabric.pes(); ++node) {
    auto& pe = pes[node];
    pe.view = {
        node, 0, {heard.data() + node * degree, degree}, {registers.data() + node * count, count}};
    pe.heard = heard.data() + node * degree;
    pe.ports = ports.data() + node * degree;
  }
}

}  // namespace isobar
