// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/experiment.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/experiment/credits.h"
#include "models/experiment/theorem_3_bound.h"
#include "models/schemes/contract/ideal_scheme.h"

namespace isobar {

Experiment::Experiment(Fabric which)
    : fabric(std::move(which)),
      links(fabric.radices().size(), LinkTiming({}, clock)),
      link_energy(fabric.radices().size(), LinkClass{}.energy),
      link_static_power(fabric.radices().size(), LinkClass{}.static_power),
      tolerance(fabric.dimensions()) {}

Load default_queue_depth(const std::vector<Load>& loads) {
  const Load total = std::accumulate(loads.begin(), loads.end(), Load{0});
  Load depth = 2;
  while (depth <= total) depth *= 2;
  return depth;
}

std::int64_t default_load_bits(Load queue_depth) {
  std::int64_t bits = 16;
  while ((Load{1} << bits) <= queue_depth) ++bits;
  return bits;
}

std::int64_t default_max_steps(const Fabric& fabric, const std::vector<Load>& loads) {
  const auto [min, max] = std::minmax_element(loads.begin(), loads.end());
  return std::max<std::int64_t>(1000, theorem_3_bound(fabric, *max - *min + 1));
}

Slot shift_slot(const Experiment& experiment, const Phase& phase) {
  Slot slot;
  slot.decision = phase.decision;
  slot.barrier = phase.barrier;
  for (const auto port : phase.hears) {
    slot.words = std::max(slot.words, experiment.link_of_port(port).passage(phase.word_bits));
  }
  slot.words += cycles_for_credits(experiment, phase);
  for (const auto port : phase.receives) {
    slot.transfers =
        std::max(slot.transfers, experiment.link_of_port(port).passage(experiment.task_bits));
  }
  return slot;
}

const IdealScheme* ideal_scheme(const Experiment& experiment) {
  return experiment.scheme ? experiment.scheme->ideal() : nullptr;
}

}  // namespace isobar
