// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/credits.h"

#include <algorithm>
#include <numeric>

namespace isobar {

bool can_overflow(const Experiment& experiment, bool creates) {
  const auto* scheme = experiment.scheme.get();
  // A full PE of the Liquid model always shifts, and what an executor puts leaves it a place.
  if (scheme == nullptr || scheme->ideal() != nullptr || scheme->liquid_condition()) return false;
  const auto& phases = scheme->phases();
  const bool moves = std::any_of(phases.begin(), phases.end(),
                                 [](const Phase& phase) { return !phase.receives.empty(); });
  if (creates || !moves) return moves;
  const auto& loads = experiment.loads;
  const auto total = std::accumulate(loads.begin(), loads.end(), Load{0});
  return total > experiment.queue_depth && !scheme->never_deepens();
}

std::int64_t credit_bits(const Experiment& experiment, const Phase& phase) {
  return phase.shift ? 1 : experiment.load_bits;
}

Cycle cycles_for_credits(const Experiment& experiment, const Phase& phase) {
  if (!experiment.credits) return 0;
  // A PE grants by the ports by which tasks come in.
  return slowest_passage(experiment, experiment.fabric.far_ports(phase.receives),
                         credit_bits(experiment, phase));
}

Credits::Credits(const Experiment& experiment) : experiment_(experiment) {
  if (!experiment.credits) return;
  for (const auto& phase : experiment.scheme->phases()) {
    phases_.push_back({cycles_for_credits(experiment, phase), credit_bits(experiment, phase),
                       phase.shift ? 1 : experiment.queue_depth,
                       experiment.fabric.far_ports(phase.receives)});
  }
}

}  // namespace isobar
