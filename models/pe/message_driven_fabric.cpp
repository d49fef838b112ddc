// SPDX-License-Identifier: Apache-2.0
#include "models/pe/message_driven_fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/experiment/message_header.h"
#include "models/link/link_channel.h"
#include "models/link/reported.h"
#include "models/network/circuit_router.h"
#include "models/pe/lookahead.h"
#include "models/pe/message_driven_pe.h"

namespace isobar {

MessageDrivenFabric::MessageDrivenFabric(const sc_core::sc_module_name& name,
                                         const Experiment& experiment, Watch watch,
                                         Observer* observer, const MessageDrivenParts& parts)
    : sc_module(name),
      experiment_(experiment),
      run_("run", experiment, std::move(watch), observer, parts.begin, partition(observer, parts)),
      executors_{experiment, run_.application(), observer, ActsAt::cycle_begin,
                 experiment.balancer.software},
      arrivals_("arrivals", run_.clock()),
      restart_("restart", run_.clock(), observer,
               [this](const sc_core::sc_time& begin) { begin_again(begin); }) {
  if (experiment.switching == Switching::circuit && !experiment.fabric.is_product()) {
    throw ValueError("circuits go in dimension order, and a graph has no dimensions");
  }
  if (experiment.switching == Switching::circuit &&
      (experiment.routing == Routing::random || experiment.broadcast == Broadcast::tree)) {
    throw ValueError("a circuit goes in dimension order to one destination");
  }
  if (experiment.broadcast == Broadcast::tree && !experiment.fabric.is_product()) {
    throw ValueError("routers replicate in dimension order, and a graph has no dimensions");
  }
  build_links(parts.names);
  const auto& fabric = experiment.fabric;
  const RouterSetting setting{experiment, run_.sequencer(), parts.names};
  TaskId next_task = 0;
  for (Node node = 0; node < fabric.nodes(); ++node) {
    const auto router_name = fmt::format("router_{}", node);
    if (experiment.switching == Switching::circuit) {
      routers_.push_back(std::make_unique<CircuitRouter>(router_name.c_str(), node, setting));
    } else {
      routers_.push_back(std::make_unique<BufferedRouter>(router_name.c_str(), node, setting));
    }
    bind(*routers_[node], node, parts);
    if (fabric.is_switch(node)) continue;
    pes_.push_back(make_pe(node, next_task, parts));
    next_task += static_cast<TaskId>(experiment.loads[node]);
    pes_[node]->bind_router(*routers_[node]);
    routers_[node]->bind_pe(*pes_[node]);
  }
  SC_HAS_PROCESS(MessageDrivenFabric);
  SC_METHOD(meet_limit);
  sensitive << run_.at_limit();
}

Partition MessageDrivenFabric::partition(Observer* observer, const MessageDrivenParts& parts) {
  const bool has_outsiders =
      observer != nullptr || parts.names || parts.pe || parts.sender || parts.receiver;
  const Node nodes = experiment_.fabric.nodes();
  const auto regions = std::min(parts.threads == 0 ? helpful_threads(nodes) : parts.threads, nodes);
  if (regions < 2 || has_outsiders || !can_be_cut(experiment_)) return {};
  mail_.emplace(regions);
  return {regions, nodes, lookahead(experiment_), &*mail_};
}

std::unique_ptr<MessageDrivenPeInterface> MessageDrivenFabric::make_pe(
    Node node, TaskId first_task, const MessageDrivenParts& parts) {
  const RunSide side(run_, node);
  const bool names = parts.names;
  const auto usual = [=](const char* name) -> std::unique_ptr<MessageDrivenPeInterface> {
    return std::make_unique<MessageDrivenPe>(name, node, side, executors_, first_task, names);
  };
  const auto name = fmt::format("pe_{}", node);
  if (parts.pe) {
    if (auto made = parts.pe({name.c_str(), node, side, first_task, usual})) return made;
  }
  return usual(name.c_str());
}

const RoutedLinkSetting& MessageDrivenFabric::link_setting(Node from, Node to) {
  auto& sequencer = run_.sequencer();
  const std::pair regions(sequencer.partition().region_of(from),
                          sequencer.partition().region_of(to));
  const auto known = link_settings_.find(regions);
  if (known != link_settings_.end()) return known->second;
  const bool is_cut_through = experiment_.switching == Switching::cut_through;
  const bool crosses = regions.first != regions.second;
  const RoutedLinkSetting setting{
      {experiment_.buffers, is_cut_through ? header_bits(experiment_) : 0},
      run_.observer(),
      mail_ ? nullptr : &arrivals_,
      sequencer.region(regions.first),
      crosses ? mail_->crossing(regions.first, regions.second) : Crossing{}};
  return link_settings_.emplace(regions, setting).first->second;
}

void MessageDrivenFabric::build_links(bool names) {
  const auto& fabric = experiment_.fabric;
  const auto slots = fabric.link_slots();
  links_.resize(slots);
  // The ends know each other by their places.
  sending_ends_.reserve(fabric.link_count());
  receiving_ends_.reserve(fabric.link_count());
  std::vector<SendingEnd*> near(slots);
  for (std::uint64_t slot = 0; slot < slots; ++slot) {
    const auto link = fabric.link(slot);
    if (!link) continue;
    near[slot] = &sending_ends_.emplace_back(experiment_.link_of_slot(slot), slot, link->to,
                                             link_setting(link->from, link->to));
  }
  for (std::uint64_t place = 0; place < slots; ++place) {
    const auto back = fabric.link(place);  // that leaves where the other one comes in
    if (!back) continue;
    const auto slot = std::uint64_t{back->to} * fabric.degree() + back->to_port;
    auto& far = receiving_ends_.emplace_back(*near[slot]);
    const auto name = link_name(fabric, back->to, back->to_port);
    links_[slot] = names
                       ? std::make_unique<RoutedChannel>(name.c_str(), *near[slot], far, arrivals_)
                       : std::make_unique<RoutedLink>(*near[slot], far, arrivals_);
  }
}

void MessageDrivenFabric::bind(Router& router, Node node, const MessageDrivenParts& parts) {
  const auto& fabric = experiment_.fabric;
  for (unsigned port = 0; port < fabric.degree(); ++port) {
    const auto there = fabric.neighbour(node, port);
    if (!there) {
      auto& open_end = open_ends_.emplace_back(experiment_.clock);
      router.bind_port(open_end, open_end);
      continue;
    }
    auto& leaves = *channel(node, port);
    auto& comes = *channel(*there, fabric.far_port(node, port));
    auto* const sender = parts.sender ? parts.sender(node, port, leaves) : nullptr;
    auto* const receiver = parts.receiver ? parts.receiver(node, port, comes) : nullptr;
    if (sender != nullptr) own_senders_.push_back(sender);
    if (receiver != nullptr) own_receivers_.push_back(receiver);
    RoutedSendInterface& out = sender != nullptr ? *sender : leaves;
    RoutedReceiveInterface& in = receiver != nullptr ? *receiver : comes;
    router.bind_port(out, in);
  }
}

// Its first call, before anything has happened, sets the alarm; the second is the alarm.
void MessageDrivenFabric::meet_limit() {
  reported([this] {
    if (std::exchange(limit_is_set_, true)) {
      run_.end_here(is_resting());
    } else if (run_.limit() == 0) {
      run_.end_here(false);
    } else {
      run_.at_limit().notify(run_.clock().until(run_.limit()) - sc_core::sc_get_time_resolution());
    }
  });
}

void MessageDrivenFabric::start_of_simulation() {
  reported([this] {
    for (const auto& link : links_) {
      if (!link || link->is_between_routers()) continue;
      const auto slot = *experiment_.fabric.link(link->slot());
      throw ValueError(fmt::format(
          "{}.{}: a link of your own has not handed on wakes_sender() or wakes_receiver()", name(),
          link_name(experiment_.fabric, slot.from, slot.port)));
    }
  });
}

void MessageDrivenFabric::visit(const std::function<void(const Packet&)>& see) const {
  for (const auto& router : routers_) router->visit(see);
  for (const auto& link : links_) {
    if (link) link->visit(see);
  }
  for (const auto* sender : own_senders_) sender->visit(see);
  if (mail_) mail_->visit(see);
}

bool MessageDrivenFabric::is_resting() const {
  bool resting =
      std::all_of(pes_.begin(), pes_.end(), [](const auto& pe) { return pe->is_resting(); });
  visit([&](const Packet& /*packet*/) { resting = false; });
  return resting;
}

void MessageDrivenFabric::begin_again(const sc_core::sc_time& begin) {
  run_.reset(begin);
  if (mail_) mail_->reset();
  executors_.run = run_.application();
  arrivals_.reset();
  for (auto& link : links_) {
    if (link) link->reset();
  }
  for (auto* sender : own_senders_) sender->reset();
  for (auto* receiver : own_receivers_) receiver->reset();
  for (auto& router : routers_) router->reset();
  for (auto& pe : pes_) pe->reset();
  limit_is_set_ = false;
  run_.at_limit().notify(run_.clock().until(0));
}

RunResult MessageDrivenFabric::finish() {
  run_.end_here(is_resting());
  const Cycle end = run_.end();
  std::vector<ExecutorCounters> executor_counters;
  for (const auto& pe : pes_) executor_counters.push_back(pe->executor_counters(end));
  auto result = run_.result(std::move(executor_counters), tasks());
  std::vector<LinkCounters> counters;
  for (const auto& link : links_) {
    counters.push_back(link ? link->counters(end) : LinkCounters{});
  }
  result.links = std::move(counters);
  for (const auto& pe : pes_) {
    result.most_waiting =
        std::max(result.most_waiting, static_cast<std::int64_t>(pe->most_waiting()));
    add_up(pe->statistics(), result.scheme);
  }
  return result;
}

std::vector<std::vector<Task>> MessageDrivenFabric::tasks() const {
  std::vector<std::vector<Task>> all;
  for (const auto& pe : pes_) all.push_back(pe->tasks());
  visit([&](const Packet& packet) {
    auto& list = all[packet.from];
    list.insert(list.end(), packet.tasks.begin(), packet.tasks.end());
  });
  return all;
}

}  // namespace isobar
