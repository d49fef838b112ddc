// SPDX-License-Identifier: Apache-2.0
#include "models/pe/pe_states.h"

namespace isobar {

PeStates::PeStates(const Fabric& fabric, const SynchronousScheme& scheme, bool credits)
    : pes(fabric.pes()),
      heard(fabric.link_slots(), 0),
      credit(credits ? fabric.link_slots() : 0, 0),
      registers(fabric.pes() * scheme.registers(), 0),
      out(fabric.link_slots()),
      in(fabric.link_slots()) {
  constexpr Node ahead = 8;  // the newest PE acts first (models/pe/pe_bank.h)
  const std::size_t degree = fabric.degree();
  const std::size_t count = scheme.registers();
  for (Node node = 0; node < fabric.pes(); ++node) {
    auto& pe = pes[node];
    pe.view = {
        node, 0, {heard.data() + node * degree, degree}, {registers.data() + node * count, count}};
    pe.heard = heard.data() + node * degree;
    if (credits) pe.credit = credit.data() + node * degree;
    pe.out = out.data() + node * degree;
    pe.in = in.data() + node * degree;
    if (node >= ahead) pe.soon = CacheHint(pes[node - ahead].queue);
  }
}

}  // namespace isobar
