// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/phase_ends.h"

namespace isobar {

std::optional<Cycle> cycles_for_words(const Experiment& experiment, const Phase& phase) {
  if (!phase.shift && experiment.phase_end == PhaseEnd::free) return std::nullopt;
  return phase.word_bits == 0 ? 0 : slowest_passage(experiment, phase.hears, phase.word_bits);
}

Cycle longest_transfer(const Experiment& experiment, const Phase& phase) {
  return slowest_passage(experiment, phase.receives,
                         in_all(experiment.queue_depth, experiment.task_bits));
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

PhaseTimes::PhaseTimes(const Experiment& experiment) {
  for (const auto& phase : experiment.scheme->phases()) {
    phases_.push_back({phase.shift ? isobar::shift_slot(experiment, phase) : Slot{},
                       cycles_for_words(experiment, phase)});
  }
}

PhaseEnds::PhaseEnds(const Experiment& experiment) : experiment_(experiment) {
  const auto how = experiment.phase_end;
  if (how == PhaseEnd::slot) {
    for (const auto& phase : experiment.scheme->phases()) {
      longest_.push_back(end_is_paid(experiment, phase) ? longest_transfer(experiment, phase) : 0);
    }
  }
  if (how != PhaseEnd::words && how != PhaseEnd::tree) return;
  if (any_end_is_paid(experiment)) tree_.emplace(experiment.fabric);
}

}  // namespace isobar
