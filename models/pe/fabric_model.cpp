// SPDX-License-Identifier: Apache-2.0
#include "models/pe/fabric_model.h"

#include <fmt/format.h>

#include <utility>

#include "models/errors.h"

namespace isobar {

FabricModel::FabricModel(const sc_core::sc_module_name& name, const Experiment& experiment,
                         Watch watch, Observer* observer, const FabricParts& parts)
    : sc_module(name),
      experiment_(experiment),
      watch_(std::move(watch)),
      observer_(observer),
      // begin_run() is the first to do anything with the meter.
      lockstep_("lockstep", experiment, begin_run(), observer, parts.begin),
      states_(experiment.fabric, {experiment.fabric, *experiment.scheme}, experiment.credits),
      bank_("bank", lockstep_, arrivals_,
            {*experiment.scheme,
             {experiment.fabric, *experiment.scheme},
             experiment.queue_depth,
             experiment.fetch,
             parts.names,
             {*meter_, observer}},
            parts.threads),
      arrivals_("arrivals", lockstep_.clock()),
      restart_("restart", lockstep_.clock(), observer,
               [this](const sc_core::sc_time& begin) { begin_again(begin); }) {
  build_links(observer);
  name_links(parts.names);
  const auto& fabric = experiment.fabric;
  pes_.reserve(fabric.pes());
  for (Node node = 0; node < fabric.pes(); ++node) {
    pes_.push_back(make_pe(node, parts));
    bind(*pes_[node], node, parts);
  }
  fill_queues();
  if (application_) attach_executors();
  if (parts.alone && observer == nullptr && experiment.scheme->rests()) {
    lockstep_.pass_over_rest([this] { return executors_ ? executors_->next() : std::nullopt; });
  }
}

Meter& FabricModel::begin_run() {
  if (experiment_.application) application_ = std::make_unique<ApplicationRun>(experiment_);
  return meter_.emplace(experiment_, watch_, application_ ? &application_->meter() : nullptr);
}

void FabricModel::begin_again(const sc_core::sc_time& begin) {
  begin_run();
  lockstep_.reset(begin);
  arrivals_.reset();
  for (auto& each : links_) each.reset();
  for (auto* sender : own_senders_) sender->reset();
  for (auto* receiver : own_receivers_) receiver->reset();
  for (auto& pe : pes_) pe->reset();
  fill_queues();
  if (executors_) executors_->reset(*application_);
}

void FabricModel::attach_executors() {
  executors_ = std::make_unique<ExecutorClock>("executors", experiment_, *application_, observer_,
                                               lockstep_);
  for (Node node = 0; node < experiment_.fabric.pes(); ++node) {
    executors_->attach(node, *pes_[node]);
    pes_[node]->attach(*executors_);
  }
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
  std::size_t kinds = 0;
  for (unsigned port = 0; port < degree; ++port) kinds += experiment_.classes_leaving(port).size();
  kinds_.reserve(kinds);  // links point to them
  links_.reserve(fabric.link_slots());
  std::vector<LinkKind*> of_class(experiment_.links.size());
  for (unsigned port = 0; port < degree; ++port) {
    const Link* const first = links_.data() + links_.size();
    for (const auto one : experiment_.classes_leaving(port)) {
      of_class[one] = &kinds_.emplace_back(
          LinkKind{experiment_.links[one], experiment_.task_bits, observer, first, port, degree});
    }
    for (Node node = 0; node < fabric.nodes(); ++node) {
      const auto slot = std::uint64_t{node} * degree + port;
      links_.emplace_back(
          fabric.neighbour(node, port) ? of_class[experiment_.link_class(slot, port)] : nullptr);
    }
  }
}

void FabricModel::name_links(bool names) {
  const auto& fabric = experiment_.fabric;
  channels_.reserve(fabric.link_slots());
  for (Node node = 0; node < fabric.nodes(); ++node) {
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      auto& there = link(node, port);
      const bool open = !fabric.neighbour(node, port);
      channels_.push_back(
          names && !open
              ? &named_.emplace_back(link_name(fabric, node, port).c_str(), there, arrivals_)
              : &unnamed_.emplace_back(there, arrivals_));
    }
  }
}

std::unique_ptr<PeInterface> FabricModel::make_pe(Node node, const FabricParts& parts) {
  const auto usual = [this, node](const char* name) -> std::unique_ptr<PeInterface> {
    return std::make_unique<Pe>(name, states_.pes[node], bank_);
  };
  const auto name = fmt::format("pe_{}", node);
  if (parts.pe) {
    if (auto made = parts.pe({name.c_str(), node, experiment_, bank_.setting().reports, usual})) {
      return made;
    }
  }
  return usual(name.c_str());
}

void FabricModel::bind(PeInterface& pe, Node node, const FabricParts& parts) {
  const auto& fabric = experiment_.fabric;
  pe.bind_slot(lockstep_);
  for (unsigned port = 0; port < fabric.degree(); ++port) {
    auto& leaves = access(node, port);
    const auto there = fabric.neighbour(node, port);
    if (!there) {  // an open end: nothing comes in, as nothing goes out
      pe.bind_port(leaves, leaves);
      continue;
    }
    auto& comes = access(*there, fabric.far_port(node, port));
    auto* const sender = parts.sender ? parts.sender(node, port, leaves) : nullptr;
    auto* const receiver = parts.receiver ? parts.receiver(node, port, comes) : nullptr;
    if (sender != nullptr) own_senders_.push_back(sender);
    if (receiver != nullptr) own_receivers_.push_back(receiver);
    LinkSendInterface& out = sender != nullptr ? *sender : leaves;
    pe.bind_port(out, receiver != nullptr ? *receiver : comes);
    lockstep_.bind_port(node, port, pe.status_sender(port, out));
  }
}

void FabricModel::fill_queues() {
  std::uint64_t id = 0;
  for (Node node = 0; node < experiment_.fabric.pes(); ++node) {
    for (Load i = 0; i < experiment_.loads[node]; ++i) pes_[node]->fill({id++});
    if (observer_ != nullptr) observer_->load_changes(0, node, experiment_.loads[node]);
  }
}

RunResult FabricModel::finish() {
  if (!done()) throw ValueError(fmt::format("{} has not come to its end", name()));
  std::vector<LinkCounters> link_counters;
  link_counters.reserve(links_.size());
  for (Node node = 0; node < experiment_.fabric.nodes(); ++node) {
    for (unsigned port = 0; port < experiment_.fabric.degree(); ++port) {
      const auto& sent = link(node, port);
      if (!sent.empty()) throw ModelError("a message was sent where no PE listens");
      link_counters.push_back(sent.counters());
    }
    if (experiment_.fabric.is_switch(node)) continue;
    if (queue(node).size() != meter_->loads()[node]) {
      throw ModelError(fmt::format("PE {} holds {} tasks, {} were moved there", node,
                                   queue(node).size(), meter_->loads()[node]));
    }
  }
  auto result = meter_->finish(std::move(link_counters));
  for (const auto& pe : pes_) add_up(pe->statistics(), result.scheme);
  if (application_) {
    std::vector<std::vector<Task>> left;
    for (Node node = 0; node < experiment_.fabric.pes(); ++node) left.push_back(tasks(node));
    result.application = application_->result(executors_->counters(result.run.cycles), left);
  }
  return result;
}

}  // namespace isobar
