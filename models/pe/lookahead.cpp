// SPDX-License-Identifier: Apache-2.0
#include "models/pe/lookahead.h"

#include <algorithm>

#include "models/experiment/message_header.h"
#include "models/measure/goals.h"

namespace isobar {
namespace {

/// With cut-through a router goes by the header alone.
std::int64_t fewest_bits(const Experiment& experiment) {
  if (experiment.switching == Switching::cut_through) return header_bits(experiment);
  std::int64_t payload = experiment.agents->note_bits() + experiment.task_bits;
  for (const auto& word : experiment.agents->words()) payload = std::min(payload, word.bits);
  return header_bits(experiment) + payload;
}

}  // namespace

bool can_be_cut(const Experiment& experiment) {
  if (experiment.switching == Switching::circuit) return false;
  if (goal_entry(experiment.goal.kind).of_loads) return false;
  if (!experiment.application) return true;
  const auto application = experiment.application();
  return application->step_cycles() == 0 && application->iterations() == 0;
}

Cycle lookahead(const Experiment& experiment) {
  const auto& fabric = experiment.fabric;
  const auto bits = fewest_bits(experiment);
  Cycle busy = never;
  Cycle latency = never;
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    if (!fabric.link(slot)) continue;
    const auto& timing = experiment.link_of_slot(slot);
    busy = std::min(busy, timing.busy(bits));
    latency = std::min(latency, timing.latency());
  }
  return busy == never ? 1 : busy + latency;
}

}  // namespace isobar
