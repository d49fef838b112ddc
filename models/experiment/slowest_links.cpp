// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/slowest_links.h"

#include <algorithm>
#include <utility>

namespace isobar {

std::vector<std::uint64_t> slowest_links(const Experiment& experiment,
                                         const std::vector<unsigned>& ports, std::int64_t bits) {
  const auto slowest = slowest_passage(experiment, ports, bits);
  std::vector<bool> has_slowest;
  for (const auto& link : experiment.links) has_slowest.push_back(link.passage(bits) == slowest);
  const auto& fabric = experiment.fabric;
  std::vector<std::uint64_t> slots;
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    if (!has_slowest[experiment.link_class(slot)]) continue;
    const auto link = fabric.link(slot);
    if (link && std::count(ports.begin(), ports.end(), link->to_port) > 0) slots.push_back(slot);
  }
  return slots;
}

std::vector<SlotLinks> slot_links(const Experiment& experiment) {
  std::vector<SlotLinks> all;
  if (!experiment.scheme) return all;
  const auto& phases = experiment.scheme->phases();
  for (std::size_t i = 0; i < phases.size(); ++i) {
    if (!phases[i].shift) continue;
    SlotLinks one;
    one.phase = i;
    one.cycles = shift_slot(experiment, phases[i]).total();
    if (phases[i].word_bits > 0) {
      one.words = slowest_links(experiment, phases[i].hears, phases[i].word_bits);
    }
    one.tasks = slowest_links(experiment, phases[i].receives, experiment.task_bits);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace isobar
