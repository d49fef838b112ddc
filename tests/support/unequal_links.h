// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/experiment/experiment.h"
#include "models/link/timing.h"

namespace isobar::test {

/// Gives each link, open ends too, a class of its own, whose figures `figures(slot)` are.
template <class Figures>
void give_links(Experiment& e, const Figures& figures) {
  std::vector<std::uint32_t> classes;
  for (std::uint64_t slot = 0; slot < e.fabric.link_slots(); ++slot) {
    const LinkClass link = figures(slot);
    classes.push_back(static_cast<std::uint32_t>(e.links.size()));
    e.links.emplace_back(link, e.clock);
    e.link_energy.push_back(link.energy);
    e.link_static_power.push_back(link.static_power);
  }
  e.link_map = std::make_shared<const LinkMap>(e.fabric, std::move(classes));
}

/// Gives each link figures of its own, of a property: bandwidths, latencies and set-ups of all
/// kinds.
void give_random_links(Experiment& e);

/// Gives the links of each dimension figures of their own, of a property: bandwidths that are exact
/// fractions of bits a cycle or more.
void give_random_dimensions(Experiment& e);

/// The same experiment with its links given one by one, each with what it has anyway.
Experiment one_by_one(Experiment e);

}  // namespace isobar::test
