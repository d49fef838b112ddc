// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/measure/history.h"

namespace isobar::test {

/// For how many cycles each link was busy in a frame, by link slot. An open end counts for nothing.
inline std::vector<Cycle> busy_links(const Fabric& fabric, const LinkUse& use) {
  std::vector<Cycle> busy(fabric.link_slots(), 0);
  for (std::uint64_t slot = 0; slot < busy.size(); ++slot) {
    if (fabric.link(slot) && !use.ports.empty()) busy[slot] = use.ports[slot % fabric.degree()];
  }
  for (const auto& more : use.links) busy[more.link] += more.cycles;
  return busy;
}

}  // namespace isobar::test
