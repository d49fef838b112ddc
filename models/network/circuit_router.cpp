// SPDX-License-Identifier: Apache-2.0
#include "models/network/circuit_router.h"

#include <algorithm>

namespace isobar {

CircuitRouter::CircuitRouter(const sc_core::sc_module_name& name, Node node,
                             const RouterSetting& setting, RouterPorts ports)
    : Router(name, node, setting, std::move(ports)),
      out_(ports_.out.size()),
      headers_(ports_.out.size()) {}

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
  out_[port].waiting.push_back(std::move(circuit));
  wake_now();
}

void CircuitRouter::arrive(CircuitPtr circuit) {
  if (circuit->packet->to == node_) {
    pass(std::move(circuit));
  } else {
    const auto port = route_port(circuit->packet->to);
    out_[port].waiting.push_back(std::move(circuit));
  }
}

void CircuitRouter::take(unsigned port) {
  auto& out = out_[port];
  if (out.waiting.empty() || out.open || out.free_from > now()) return;
  auto circuit = std::move(out.waiting.front());
  out.waiting.pop_front();
  out.open = true;
  out.taken = now();
  ports_.out[port]->take(now());
  const bool is_first = circuit->route.empty();
  circuit->route.push_back({this, port, now()});
  ++circuit->packet->hops;
  const auto& timing = ports_.out[port]->timing();
  const Cycle at = now() + timing.latency() + (is_first ? timing.setup() : 0);
  auto& next = static_cast<CircuitRouter&>(*neighbours_[port]);
  next.headers_[fabric().far_port(node_, port)].push_back({at, std::move(circuit)});
  next.wake_at(at);
}

void CircuitRouter::pass(CircuitPtr circuit) {
  auto& packet = circuit->packet;
  Cycle serial = 1;
  Cycle length = 0;
  for (const auto& taken : circuit->route) {
    const auto& timing = taken.router->ports_.out[taken.port]->timing();
    serial = std::max(serial, timing.serial(packet->bits));
    length += timing.latency();
  }
  Cycle begin = now() + length;  // when the acknowledgement has reached the source
  for (const auto& taken : circuit->route) {
    taken.router->release(taken.port, *packet, taken.from, begin + serial, serial);
    begin += taken.router->ports_.out[taken.port]->timing().latency();
  }
  const Cycle usable = begin + serial;
  const auto after = std::find_if(deliveries_.begin(), deliveries_.end(),
                                  [&](const auto& other) { return other.first > usable; });
  deliveries_.emplace(after, usable, std::move(packet));
}

void CircuitRouter::release(unsigned port, const Packet& packet, Cycle from, Cycle to,
                            Cycle serial) {
  ports_.out[port]->hold(packet, from, to, serial);
  out_[port].open = false;
  out_[port].free_from = to;
  wake_at(to);
}

void CircuitRouter::act() {
  while (!deliveries_.empty() && deliveries_.front().first <= now()) {
    pe->deliver(std::move(deliveries_.front().second));
    deliveries_.erase(deliveries_.begin());
  }
  for (auto& headers : headers_) {
    while (!headers.empty() && headers.front().at <= now()) {
      auto circuit = std::move(headers.front().circuit);
      headers.pop_front();
      arrive(std::move(circuit));
    }
  }
  std::optional<Cycle> next;
  const auto consider = [&](Cycle cycle) {
    if (cycle > now() && (!next || cycle < *next)) next = cycle;
  };
  for (unsigned port = 0; port < out_.size(); ++port) {
    take(port);
    if (!out_[port].waiting.empty() && !out_[port].open) consider(out_[port].free_from);
    if (!headers_[port].empty()) consider(headers_[port].front().at);
  }
  if (!deliveries_.empty()) consider(deliveries_.front().first);
  if (next) wake_at(*next);
}

void CircuitRouter::visit(const std::function<void(const Packet&)>& see) const {
  for (const auto& out : out_) {
    for (const auto& circuit : out.waiting) see(*circuit->packet);
  }
  for (const auto& headers : headers_) {
    for (const auto& header : headers) see(*header.circuit->packet);
  }
  for (const auto& [at, packet] : deliveries_) see(*packet);
}

void CircuitRouter::close(Cycle end) {
  for (unsigned port = 0; port < out_.size(); ++port) {
    if (out_[port].open) ports_.out[port]->hold_in_vain(out_[port].taken, end);
  }
}

}  // namespace isobar
