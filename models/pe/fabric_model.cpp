// SPDX-License-Identifier: Apache-2.0
#include "models/pe/fabric_model.h"

#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "models/errors.h"

namespace isobar {

FabricModel::FabricModel(const sc_core::sc_module_name& name, const Experiment& experiment,
                         Watch watch, Observer* observer)
    : sc_module(name),
      experiment_(experiment),
      meter_(experiment, std::move(watch)),
      lockstep_("lockstep", experiment, meter_, observer),
      registers_(experiment.fabric, *experiment.scheme) {
  const auto& fabric = experiment.fabric;
  for (const auto& timing : experiment.links) {
    kinds_.push_back({timing, experiment.task_bits, observer});
  }
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    const auto link = fabric.link(slot);
    links_.emplace_back(slot, link ? &kinds_[link->dimension - 1] : nullptr);
  }
  pes_.reserve(fabric.nodes());
  for (Node node = 0; node < fabric.nodes(); ++node) {
    pes_.push_back(std::make_unique<Pe>(fmt::format("pe_{}", node).c_str(), node, experiment,
                                        registers_, lockstep_, meter_));
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      const auto slot = std::uint64_t{node} * fabric.degree() + port;
      pes_[node]->out.bind(links_[slot]);
      // What arrives at a port left by the opposite port of the PE behind it.
      const auto neighbour = fabric.neighbour(node, port);
      const auto source =
          neighbour ? std::uint64_t{*neighbour} * fabric.degree() + fabric.opposite(port) : slot;
      pes_[node]->in.bind(links_[source]);
    }
  }
  fill_queues(observer);
}

void FabricModel::fill_queues(Observer* observer) {
  std::uint64_t id = 0;
  for (Node node = 0; node < experiment_.fabric.nodes(); ++node) {
    for (Load i = 0; i < experiment_.loads[node]; ++i) registers_.queues[node].push({id++});
    if (observer != nullptr) observer->load_changes(0, node, experiment_.loads[node]);
  }
}

RunResult FabricModel::finish() {
  std::vector<LinkTally> tallies;
  tallies.reserve(links_.size());
  for (const auto& link : links_) tallies.push_back(link.tally());
  for (Node node = 0; node < experiment_.fabric.nodes(); ++node) {
    if (queue(node).size() != meter_.loads()[node]) {
      throw ModelError(fmt::format("PE {} holds {} tasks, {} were moved there", node,
                                   queue(node).size(), meter_.loads()[node]));
    }
  }
  return meter_.finish(std::move(tallies));
}

RunResult run_cycles(const Experiment& experiment, Watch watch, Observer* observer,
                     std::vector<std::vector<Task>>* queues) {
  const Load total = std::accumulate(experiment.loads.begin(), experiment.loads.end(), Load{0});
  if (total > std::numeric_limits<std::uint32_t>::max() / 2) {
    throw ValueError(fmt::format(
        "{} tasks are too many to hold one by one at level cycles (at most 2^31); use level steps",
        total));
  }
  FabricModel model("fabric", experiment, std::move(watch), observer);
  sc_core::sc_start();
  if (queues != nullptr) {
    for (Node node = 0; node < experiment.fabric.nodes(); ++node) {
      auto& list = queues->emplace_back();
      const auto& queue = model.queue(node);
      for (std::uint32_t i = 0; i < queue.size(); ++i) list.push_back(queue[i]);
    }
  }
  return model.finish();
}

}  // namespace isobar
