// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/experiment.h"

#include <algorithm>
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

unsigned Experiment::most_executors() const {
  return executors.empty() ? 1 : *std::max_element(executors.begin(), executors.end());
}

Rational Experiment::capacity(Node node) const {
  const auto speed = speeds.empty() ? Rational(1) : speeds[node];
  return executors.empty() ? speed : speed * Rational::int_type{executors[node]};
}

std::vector<Rational> Experiment::capacities() const {
  if (executors.empty()) return speeds;
  std::vector<Rational> all;
  for (Node node = 0; node < executors.size(); ++node) all.push_back(capacity(node));
  return all;
}

std::vector<std::uint32_t> Experiment::classes_leaving(unsigned port) const {
  if (link_map) return link_map->leaving(port);
  return {fabric.ports()[port].dimension - 1};
}

std::vector<std::uint32_t> Experiment::classes_coming(unsigned port) const {
  if (link_map) return link_map->coming(port);
  return {fabric.ports()[port].dimension - 1};
}

std::uint64_t Experiment::links_of_class(std::size_t one) const {
  if (link_map) return link_map->count(one);
  return one < fabric.radices().size() ? fabric.link_count(static_cast<unsigned>(one) + 1) : 0;
}

Load default_queue_depth(const NarrowArray& loads) {
  const Load total = loads.sum();
  Load depth = 2;
  while (depth <= total) depth *= 2;
  return depth;
}

std::int64_t default_load_bits(Load queue_depth) {
  std::int64_t bits = 16;
  while ((Load{1} << bits) <= queue_depth) ++bits;
  return bits;
}

std::int64_t default_max_steps(const Fabric& fabric, const NarrowArray& loads) {
  return std::max<std::int64_t>(1000, theorem_3_bound(fabric, loads.max() - loads.min() + 1));
}

Cycle slowest_passage(const Experiment& experiment, const std::vector<unsigned>& ports,
                      std::int64_t bits) {
  Cycle slowest = 0;
  for (const auto port : ports) {
    for (const auto one : experiment.classes_coming(port)) {
      slowest = std::max(slowest, experiment.links[one].passage(bits));
    }
  }
  return slowest;
}

Slot shift_slot(const Experiment& experiment, const Phase& phase) {
  Slot slot;
  slot.decision = phase.decision;
  slot.barrier = phase.barrier;
  slot.words = slowest_passage(experiment, phase.hears, phase.word_bits);
  slot.words += cycles_for_credits(experiment, phase);
  slot.transfers = slowest_passage(experiment, phase.receives, experiment.task_bits);
  return slot;
}

const IdealScheme* ideal_scheme(const Experiment& experiment) {
  return experiment.scheme ? experiment.scheme->ideal() : nullptr;
}

}  // namespace isobar
