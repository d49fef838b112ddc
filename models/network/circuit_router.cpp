// SPDX-License-Identifier: Apache-2.0
#include "models/network/circuit_router.h"

#include <algorithm>
#include <optional>

namespace isobar {

CircuitRouter::CircuitRouter(const sc_core::sc_module_name& name, Node node,
                             const RouterSetting& setting)
    : Router(name, node, setting), waiting_(fabric().degree()) {}

unsigned CircuitRouter::route_port(Node to) const {
  const auto& f = fabric();
  for (unsigned d = 1; d <= f.radices().size(); ++d) {
    const auto a = f.coordinate(node(), d);
    const auto b = f.coordinate(to, d);
    if (a == b) continue;
    const bool is_round_the_end = f.closed() && (a > b ? a - b : b - a) + 1 == f.radix(d);
    const bool ahead = (b > a) != is_round_the_end;
    return *f.port(d, ahead ? Direction::successor : Direction::predecessor);
  }
  return 0;
}

void CircuitRouter::inject(PacketPtr packet) {
  packet->carries_tasks = packet->is_transfer();
  auto circuit = std::make_unique<Circuit>();
  const auto port = route_port(packet->to);
  circuit->packet = std::move(packet);
  waiting_[port].push_back(std::move(circuit));
  wake_now();
}

void CircuitRouter::arrive(CircuitPtr circuit) {
  if (circuit->packet->to == node()) {
    pass(std::move(circuit));
  } else {
    const auto port = route_port(circuit->packet->to);
    waiting_[port].push_back(std::move(circuit));
  }
}

void CircuitRouter::take(std::size_t port) {
  leaving(port, [&](auto& link) { take(port, link); });
}

template <class SendingEnd>
void CircuitRouter::take(std::size_t port, SendingEnd& link) {
  auto& waiting = waiting_[port];
  if (link.is_taken() || link.free_from() > now()) return;
  auto circuit = std::move(waiting.front());
  waiting.pop_front();
  const bool is_first = circuit->route.empty();
  circuit->route.push_back({bound_[port].out, now()});
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

void CircuitRouter::header_at(Cycle cycle) {
  next_header_ = std::min(next_header_, cycle);
  wake_at(cycle);
}

void CircuitRouter::take_in(Cycle cycle) {
  next_header_ = never;
  for (std::size_t port = 0; port < waiting_.size(); ++port) {
    const auto receive = [&] {
      return coming(port, [&](auto& link) { return link.receive_header(cycle); });
    };
    while (auto circuit = receive()) arrive(std::move(circuit));
    if (const auto next = coming(port, [](auto& link) { return link.next_header(); })) {
      next_header_ = std::min(next_header_, *next);
    }
  }
}

void CircuitRouter::act() {
  while (!deliveries_.empty() && deliveries_.front().first <= now()) {
    deliver(std::move(deliveries_.front().second));
    deliveries_.erase(deliveries_.begin());
  }
  const Cycle cycle = now();
  if (next_header_ <= cycle) take_in(cycle);
  std::optional<Cycle> next;
  const auto consider = [&](std::optional<Cycle> at) {
    if (at && *at > cycle && (!next || *at < *next)) next = at;
  };
  for (std::size_t port = 0; port < waiting_.size(); ++port) {
    if (waiting_[port].empty()) continue;
    take(port);
    if (waiting_[port].empty()) continue;
    leaving(port, [&](auto& link) {
      if (!link.is_taken()) consider(link.free_from());
    });
  }
  if (next_header_ != never) consider(next_header_);
  if (!deliveries_.empty()) consider(deliveries_.front().first);
  if (next) wake_at(*next);
}

void CircuitRouter::reset() {
  for (auto& port : waiting_) port.clear();
  deliveries_.clear();
  next_header_ = never;
}

void CircuitRouter::visit(const std::function<void(const Packet&)>& see) const {
  for (const auto& waiting : waiting_) {
    for (const auto& circuit : waiting) see(*circuit->packet);
  }
  for (const auto& [at, packet] : deliveries_) see(*packet);
}

}  // namespace isobar
