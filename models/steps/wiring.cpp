// SPDX-License-Identifier: Apache-2.0
#include "models/steps/wiring.h"

#include <fmt/format.h>

#include "models/errors.h"

namespace isobar {

Wiring::Wiring(const Fabric& fabric) : degree_(fabric.degree()), inputs_(fabric.link_slots()) {
  for (std::uint64_t slot = 0; slot < inputs_.size(); ++slot) {
    const auto link = fabric.link(slot);
    inputs_[slot] = link ? std::uint64_t{link->to} * degree_ + link->to_port : no_link;
  }
}

void Wiring::reject(Node node, unsigned port) {
  throw ModelError(fmt::format("PE {} sends over its port {}, which has no link", node, port));
}

}  // namespace isobar
