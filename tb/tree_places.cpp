// SPDX-License-Identifier: Apache-2.0
#include "tb/tree_places.h"

#include "models/fabric/spanning_tree.h"

namespace isobar {

TreePlaces::TreePlaces(const Experiment& experiment, const RtlParameters& parameters)
    : places_(experiment.fabric.pes()) {
  const auto& fabric = experiment.fabric;
  const SpanningTree tree(fabric);
  const auto bit_of = [&](std::uint64_t slot) {
    return std::uint64_t{1} << parameters.port(fabric.ports()[slot % fabric.degree()]);
  };
  for (const auto& edge : tree.edges()) {
    places_[edge.child].parent = bit_of(edge.up);
    places_[edge.parent].children |= bit_of(edge.down);
  }
  std::vector<Cycle> knows(fabric.pes(), 0);
  const auto last = tree.spread(knows, [&](std::uint64_t slot, Cycle start) {
    const auto& timing = experiment.link_of_slot(slot);
    return start + timing.setup() + timing.serial(1) + timing.latency();
  });
  for (Node node = 0; node < fabric.pes(); ++node) {
    places_[node].wait = last - knows[node];
    if (parameters.design == RtlDesign::hhc) places_[node].role = node % parameters.rings[0].radix;
  }
}

std::optional<TreePlaces> places_in_tree(const Experiment& experiment,
                                         const RtlParameters& parameters) {
  if (parameters.design == RtlDesign::liquid) return {};
  return TreePlaces(experiment, parameters);
}

}  // namespace isobar
