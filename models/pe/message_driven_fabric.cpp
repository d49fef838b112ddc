// SPDX-License-Identifier: Apache-2.0
#include "models/pe/message_driven_fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/network/circuit_router.h"

namespace isobar {

MessageDrivenFabric::MessageDrivenFabric(const sc_core::sc_module_name& name,
                                         const Experiment& experiment, Watch watch,
                                         Observer* observer)
    : sc_module(name),
      experiment_(experiment),
      run_("run", experiment, std::move(watch), observer),
      executors_{experiment, run_.application(), observer, ActsAt::cycle_begin,
                 experiment.balancer.software} {
  if (experiment.switching == Switching::circuit && !experiment.fabric.is_product()) {
    throw ValueError("circuits go in dimension order, and a graph has no dimensions");
  }
  build_links(observer);
  const auto& fabric = experiment.fabric;
  const auto degree = fabric.degree();
  const RouterSetting setting{experiment, run_.done(), run_.clock()};
  std::uint64_t next_id = 0;
  for (Node node = 0; node < fabric.nodes(); ++node) {
    RouterPorts ports{std::vector<RoutedLink*>(degree), std::vector<RoutedLink*>(degree)};
    for (unsigned port = 0; port < degree; ++port) {
      ports.out[port] = links_[std::size_t{node} * degree + port].get();
      if (const auto there = fabric.neighbour(node, port)) {
        ports.in[port] = links_[std::size_t{*there} * degree + fabric.far_port(node, port)].get();
      }
    }
    const auto router_name = fmt::format("router_{}", node);
    if (experiment.switching == Switching::circuit) {
      routers_.push_back(
          std::make_unique<CircuitRouter>(router_name.c_str(), node, setting, std::move(ports)));
    } else {
      routers_.push_back(std::make_unique<StoreAndForwardRouter>(router_name.c_str(), node, setting,
                                                                 std::move(ports)));
    }
    if (fabric.is_switch(node)) continue;
    pes_.push_back(std::make_unique<MessageDrivenPe>(fmt::format("pe_{}", node).c_str(), node, run_,
                                                     executors_, next_id));
    next_id += static_cast<std::uint64_t>(experiment.loads[node]);
    pes_[node]->router.bind(*routers_[node]);
    routers_[node]->pe.bind(*pes_[node]);
  }
  for (Node node = 0; node < fabric.nodes(); ++node) {
    std::vector<Router*> neighbours(degree);
    for (unsigned port = 0; port < degree; ++port) {
      if (const auto there = fabric.neighbour(node, port)) {
        neighbours[port] = routers_[*there].get();
      }
    }
    routers_[node]->meet(std::move(neighbours));
  }
}

void MessageDrivenFabric::build_links(Observer* observer) {
  const auto& fabric = experiment_.fabric;
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    const auto link = fabric.link(slot);
    links_.push_back(link ? std::make_unique<RoutedLink>(experiment_.link_of_port(link->port), slot,
                                                         experiment_.buffers, observer)
                          : nullptr);
  }
}

RunResult MessageDrivenFabric::run() {
  run_.run();
  const Cycle end = run_.end();
  std::vector<ExecutorCounters> executor_counters;
  for (const auto& pe : pes_) executor_counters.push_back(pe->executor_counters(end));
  for (const auto& router : routers_) router->close(end);
  auto result = run_.result(std::move(executor_counters), tasks());
  for (const auto& link : links_)
    result.links.push_back(link ? link->counters(end) : LinkCounters{});
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
  const auto add = [&](const Packet& packet) {
    auto& list = all[packet.from];
    list.insert(list.end(), packet.tasks.begin(), packet.tasks.end());
  };
  for (const auto& router : routers_) router->visit(add);
  for (const auto& link : links_) {
    if (!link) continue;
    for (const auto& [at, packet] : link->under_way()) add(*packet);
  }
  return all;
}

}  // namespace isobar
