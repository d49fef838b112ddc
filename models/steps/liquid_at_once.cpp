// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_at_once.h"

#include <array>

#include "models/steps/liquid_words.h"

namespace isobar {
namespace {

using Ring = LiquidAtOnce::Ring;

/// The condition is a template parameter, so that loads which it does not look at are not read.
template <Condition C>
void choose(const Ring& ring, const std::vector<Load>& loads, const std::vector<Load>& said,
            std::vector<char>& chosen) {
  for (std::size_t node = 0; node < loads.size(); ++node) {
    const auto predecessor = hears_predecessor(C) ? said[ring.predecessor[node]] : 0;
    const auto successor = hears_successor(C) ? said[ring.successor[node]] : 0;
    chosen[node] = static_cast<char>(shifts(C, loads[node], predecessor, successor));
  }
}

constexpr std::array choose_by = {choose<Condition::c0>, choose<Condition::c1>,
                                  choose<Condition::c2>, choose<Condition::c3>,
                                  choose<Condition::c4>, choose<Condition::c5>};

}  // namespace

bool LiquidAtOnce::can_balance(const Experiment& experiment) {
  return experiment.scheme && experiment.scheme->liquid_condition() &&
         !experiment.scheme->phases().front().receives.empty();
}

LiquidAtOnce::LiquidAtOnce(const Experiment& experiment, const Wiring& wiring)
    : experiment_(experiment),
      condition_(experiment.scheme->liquid_condition().value()),
      wiring_(wiring),
      shifts_(experiment.fabric.pes()) {
  const auto& fabric = experiment.fabric;
  for (const auto& phase : experiment.scheme->phases()) {
    const auto predecessor = phase.receives.front();
    auto& ring = rings_.emplace_back();
    ring.port = fabric.opposite(predecessor);
    for (Node node = 0; node < fabric.pes(); ++node) {
      ring.predecessor.push_back(*fabric.neighbour(node, predecessor));
      ring.successor.push_back(*fabric.neighbour(node, ring.port));
    }
  }
}

Cycle LiquidAtOnce::exchange(std::size_t /*phase*/, const std::vector<Load>& loads, Cycle /*now*/) {
  said_ = loads;
  return 0;  // the cycles are those of the shift's fixed slot
}

std::size_t LiquidAtOnce::decide(std::size_t phase, const std::vector<Load>& loads,
                                 Cycle /*departure*/, std::vector<Sending>& moves) {
  const auto& ring = rings_[phase];
  choose_by[static_cast<std::size_t>(condition_)](ring, loads, said_, shifts_);
  for (Node node = 0; node < shifts_.size(); ++node) {
    if (shifts_[node] == 0) continue;
    const auto slot = wiring_.slot_of(node, ring.port);
    moves.push_back({slot, wiring_.input(slot), node, ring.port, 1});
  }
  if (phase + 1 < rings_.size()) return phase + 1;
  ++steps_;
  return 0;
}

std::vector<LinkCounters> LiquidAtOnce::word_counters() {
  const LinkCounts words(liquid_words(experiment_, steps_));
  return {words.begin(), words.end()};
}

}  // namespace isobar
