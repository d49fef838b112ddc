// SPDX-License-Identifier: Apache-2.0
#include "models/network/router.h"

#include <algorithm>
#include <utility>

namespace isobar {

Router::Router(const sc_core::sc_module_name& name, Node node, const RouterSetting& setting,
               RouterPorts ports)
    : sc_module(name), node_(node), setting_(setting), ports_(std::move(ports)) {
  SC_HAS_PROCESS(Router);
  SC_METHOD(run);
  sensitive << wake_;
  dont_initialize();
}

void Router::run() {
  if (!setting_.done) act();
}

void Router::wake_at(Cycle cycle) {
  if (cycle <= now()) {
    wake_now();
  } else {
    wake_.notify(setting_.clock.until(cycle));
  }
}

StoreAndForwardRouter::StoreAndForwardRouter(const sc_core::sc_module_name& name, Node node,
                                             const RouterSetting& setting, RouterPorts ports)
    : Router(name, node, setting, std::move(ports)), waiting_(ports_.out.size()) {}

void StoreAndForwardRouter::inject(PacketPtr packet) {
  queue(std::move(packet), -1);
  wake_now();
}

void StoreAndForwardRouter::queue(PacketPtr packet, int from_port) {
  const auto port = route_port(packet->to);
  waiting_[port].push_back({std::move(packet), from_port});
}

void StoreAndForwardRouter::take_in() {
  for (std::size_t port = 0; port < ports_.in.size(); ++port) {
    if (ports_.in[port] == nullptr) continue;
    while (auto packet = ports_.in[port]->receive(now())) {
      if (packet->to == node_) {
        pe->deliver(std::move(packet));
      } else {
        queue(std::move(packet), static_cast<int>(port));
      }
    }
  }
}

void StoreAndForwardRouter::send(unsigned port) {
  auto& link = *ports_.out[port];
  auto& waiting = waiting_[port];
  const Node there = *fabric().neighbour(node_, port);
  if (link.free_from() > now()) return;
  const auto next = std::find_if(waiting.begin(), waiting.end(), [&](const Waiting& w) {
    return w.packet->to == there || link.has_room(w.packet->hops + 1, now());
  });
  if (next == waiting.end()) return;
  auto [packet, from_port] = std::move(*next);
  waiting.erase(next);
  const auto hops = packet->hops;
  const bool stays = packet->to != there;
  neighbours_[port]->wake_at(link.send(std::move(packet), now(), stays));
  if (from_port >= 0) {
    const auto in = static_cast<std::size_t>(from_port);
    const auto latency = ports_.out[in]->timing().latency();
    neighbours_[in]->wake_at(ports_.in[in]->release(hops, link.free_from(), latency));
  }
}

void StoreAndForwardRouter::act() {
  take_in();
  std::optional<Cycle> next;
  const auto consider = [&](std::optional<Cycle> cycle) {
    if (cycle && *cycle > now() && (!next || *cycle < *next)) next = cycle;
  };
  for (unsigned port = 0; port < waiting_.size(); ++port) {
    if (!waiting_[port].empty()) send(port);
    if (!waiting_[port].empty()) {
      consider(ports_.out[port]->free_from());
      consider(ports_.out[port]->next_room(now()));
    }
    if (ports_.in[port] != nullptr) consider(ports_.in[port]->next_arrival());
  }
  if (next) wake_at(*next);
}

void StoreAndForwardRouter::visit(const std::function<void(const Packet&)>& see) const {
  for (const auto& port : waiting_) {
    for (const auto& waiting : port) see(*waiting.packet);
  }
}

}  // namespace isobar
