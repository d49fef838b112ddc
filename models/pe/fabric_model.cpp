// SPDX-License-Identifier: Apache-2.0
#include "models/pe/fabric_model.h"

#include <fmt/format.h>

#include <utility>

#include "models/errors.h"

namespace isobar {

FabricModel::FabricModel(const sc_core::sc_module_name& name, const Experiment& experiment,
                         Watch watch, Observer* observer, const EndMaker& make_end)
    : sc_module(name),
      experiment_(experiment),
      application_(experiment.application ? std::make_unique<ApplicationRun>(experiment) : nullptr),
      meter_(experiment, std::move(watch), application_ ? &application_->meter() : nullptr),
      lockstep_("lockstep", experiment, meter_, observer),
      states_(experiment.fabric, *experiment.scheme) {
  build_links(observer);
  const auto& fabric = experiment.fabric;
  pes_.reserve(fabric.pes());
  for (Node node = 0; node < fabric.pes(); ++node) {
    pes_.push_back(std::make_unique<Pe>(fmt::format("pe_{}", node).c_str(), node, experiment,
                                        states_, lockstep_, meter_));
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      pes_[node]->ports.bind(end(node, port, make_end));
    }
  }
  fill_queues(observer);
  if (application_) attach_executors(observer);
}

void FabricModel::attach_executors(Observer* observer) {
  executors_ =
      std::make_unique<ExecutorClock>("executors", experiment_, *application_, observer, lockstep_);
  for (Node node = 0; node < experiment_.fabric.pes(); ++node) {
    executors_->attach(node, *pes_[node]);
  }
  states_.listener = executors_.get();
}

std::vector<Task> FabricModel::tasks(Node node) const {
  std::vector<Task> list;
  queue(node).list(list);
  if (executors_) executors_->list(node, list);
  return list;
}

void FabricModel::build_links(Observer* observer) {
  const auto& fabric = experiment_.fabric;
  const auto degree = fabric.degree();
  kinds_.reserve(degree);
  links_.reserve(fabric.link_slots());
  for (unsigned port = 0; port < degree; ++port) {
    kinds_.push_back({experiment_.link_of_port(port), experiment_.task_bits, observer,
                      links_.data() + links_.size(), port, degree});
    for (Node node = 0; node < fabric.nodes(); ++node) {
      links_.emplace_back(fabric.neighbour(node, port) ? &kinds_[port] : nullptr);
    }
  }
}

LinkEndInterface& FabricModel::end(Node node, unsigned port, const EndMaker& make_end) {
  // At an open end nothing comes in, as nothing goes out.
  const auto& fabric = experiment_.fabric;
  const auto there = fabric.neighbour(node, port);
  Link& out = link(node, port);
  Link& in = there ? link(*there, fabric.far_port(node, port)) : out;
  if (make_end) {
    if (auto* made = make_end(node, port, out, in)) return *made;
  }
  return ends_.emplace_back(out, in);
}

void FabricModel::fill_queues(Observer* observer) {
  std::uint64_t id = 0;
  for (Node node = 0; node < experiment_.fabric.pes(); ++node) {
    auto& pe = states_.pes[node];
    for (Load i = 0; i < experiment_.loads[node]; ++i) pe.queue.push({id++});
    pe.view.load = experiment_.loads[node];
    if (observer != nullptr) observer->load_changes(0, node, experiment_.loads[node]);
  }
}

RunResult FabricModel::finish() {
  std::vector<LinkCounters> link_counters;
  link_counters.reserve(links_.size());
  for (Node node = 0; node < experiment_.fabric.nodes(); ++node) {
    for (unsigned port = 0; port < experiment_.fabric.degree(); ++port) {
      const auto& sent = link(node, port);
      if (!sent.empty()) throw ModelError("a message was sent where no PE listens");
      link_counters.push_back(sent.counters());
    }
    if (experiment_.fabric.is_switch(node)) continue;
    if (queue(node).size() != meter_.loads()[node]) {
      throw ModelError(fmt::format("PE {} holds {} tasks, {} were moved there", node,
                                   queue(node).size(), meter_.loads()[node]));
    }
  }
  auto result = meter_.finish(std::move(link_counters));
  for (const auto& pe : states_.pes) {
    add_up(experiment_.scheme->statistics(pe.view), result.scheme);
  }
  if (application_) {
    std::vector<std::vector<Task>> left;
    for (Node node = 0; node < experiment_.fabric.pes(); ++node) left.push_back(tasks(node));
    result.application = application_->result(executors_->counters(result.run.cycles), left);
  }
  return result;
}

}  // namespace isobar
