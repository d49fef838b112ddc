// SPDX-License-Identifier: Apache-2.0
#include "models/network/circuit_router.h"

#include <algorithm>

namespace isobar {

CircuitRouter::CircuitRouter(const sc_core::sc_module_name& name, Node node,
                             const RouterSetting& setting)
    : Router(name, node, setting), waiting_(fabric().degree()) {}

unsigned CircuitRouter::route_port(Node to) const {
  const auto& f = fabric();
  for (unsigned d = 1; d <= f.radices().size(); ++d) {
    const auto a = f.coordinate(node_, d);
    const auto b = f.coordinate(to, d);
    if (a == b) continue;
    const bool is_round_the_end = f.closed() && (a > b ? a - b : b - a) + 1 == f.radix(d);
    const bool ahead = (b > a) != is_round_the_end;
    return *f.port(d, ahead ? Direction::successor : Direction::predecessor);
  }
  return 0;
}

void CircuitRouter::inject(PacketPtr packet) {
  auto circuit = std::make_unique<Circuit>();
  const auto port = route_port(packet->to);
  circuit->packet = std::move(packet);
  waiting_[port].push_back(std::move(circuit));
  wake_now();
}

void CircuitRouter::arrive(CircuitPtr circuit) {
  if (circuit->packet->to == node_) {
    pass(std::move(circuit));
  } else {
    const auto port = route_port(circuit->packet->to);
    waiting_[port].push_back(std::move(circuit));
  }
}

void CircuitRouter::take(int port) {
  auto& link = *out[port];
  auto& waiting = waiting_[static_cast<std::size_t>(port)];
  if (waiting.empty() || link.is_taken() || link.free_from() > now()) return;
  auto circuit = std::move(waiting.front());
  waiting.pop_front();
  const bool is_first = circuit->route.empty();
  circuit->route.push_back({&link, now()});
  ++circuit->packet->hops;
  const auto& timing = link.timing();
  const Cycle at = now() + timing.latency() + (is_first ? timing.setup() : 0);
  link.take(std::move(circuit), now(), at);
}

void CircuitRouter::pass(CircuitPtr circuit) {
  auto& packet = circuit->packet;
  Cycle serial = 1;
  Cycle length = 0;
  for (const auto& taken : circuit->route) {
    const auto& timing = taken.link->timing();
    serial = std::max(serial, timing.serial(packet->bits));
    length += timing.latency();
  }
  Cycle begin = now() + length;  // when the acknowledgement has reached the source
  for (const auto& taken : circuit->route) {
    taken.link->hold(*packet, taken.from, begin + serial, serial);
    begin += taken.link->timing().latency();
  }
  const Cycle usable = begin + serial;
  const auto after = std::find_if(deliveries_.begin(), deliveries_.end(),
                                  [&](const auto& other) { return other.first > usable; });
  deliveries_.emplace(after, usable, std::move(packet));
}

void CircuitRouter::act() {
  while (!deliveries_.empty() && deliveries_.front().first <= now()) {
    pe->deliver(std::move(deliveries_.front().second));
    deliveries_.erase(deliveries_.begin());
  }
  for (int port = 0; port < in.size(); ++port) {
    while (auto circuit = in[port]->receive_header(now())) arrive(std::move(circuit));
  }
  std::optional<Cycle> next;
  const auto consider = [&](std::optional<Cycle> cycle) {
    if (cycle && *cycle > now() && (!next || *cycle < *next)) next = cycle;
  };
  for (int port = 0; port < out.size(); ++port) {
    take(port);
    if (!waiting_[static_cast<std::size_t>(port)].empty() && !out[port]->is_taken()) {
      consider(out[port]->free_from());
    }
    consider(in[port]->next_header());
  }
  if (!deliveries_.empty()) consider(deliveries_.front().first);
  if (next) wake_at(*next);
}

void CircuitRouter::forget() {
  for (auto& port : waiting_) port.clear();
  deliveries_.clear();
}

void CircuitRouter::visit(const std::function<void(const Packet&)>& see) const {
  for (const auto& waiting : waiting_) {
    for (const auto& circuit : waiting) see(*circuit->packet);
  }
  for (const auto& [at, packet] : deliveries_) see(*packet);
}

}  // namespace isobar
