// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/phase_ends.h"

namespace isobar {

std::optional<Cycle> cycles_for_words(const Experiment& experiment, const Phase& phase) {
  if (!phase.shift && experiment.phase_end == PhaseEnd::free) return std::nullopt;
  Cycle slowest = 0;
  if (phase.word_bits == 0) return slowest;
  for (const auto port : phase.hears) {
    slowest = std::max(slowest, experiment.link_of_port(port).passage(phase.word_bits));
  }
  return slowest;
}

Cycle longest_transfer(const Experiment& experiment, const Phase& phase) {
  const auto bits = in_all(experiment.queue_depth, experiment.task_bits);
  Cycle slowest = 0;
  for (const auto port : phase.receives) {
    slowest = std::max(slowest, experiment.link_of_port(port).passage(bits));
  }
  return slowest;
}

bool end_is_paid(const Experiment& experiment, const Phase& phase) {
  return experiment.phase_end != PhaseEnd::free && !phase.shift && !phase.receives.empty();
}

bool any_end_is_paid(const Experiment& experiment) {
  if (!experiment.scheme) return false;
  const auto& phases = experiment.scheme->phases();
  return std::any_of(phases.begin(), phases.end(),
                     [&](const Phase& phase) { return end_is_paid(experiment, phase); });
}

PhaseEnds::PhaseEnds(const Experiment& experiment) : experiment_(experiment) {
  const auto how = experiment.phase_end;
  if (how != PhaseEnd::words && how != PhaseEnd::tree) return;
  if (any_end_is_paid(experiment)) tree_.emplace(experiment.fabric);
}

}  // namespace isobar
