// SPDX-License-Identifier: Apache-2.0
#include "models/network/router.h"

#include <algorithm>
#include <utility>

namespace isobar {

Router::Router(const sc_core::sc_module_name& name, Node node, const RouterSetting& setting)
    : sc_module(name),
      node_(node),
      setting_(setting),
      arrivals_(setting.arrivals + std::size_t{node} * setting.experiment.fabric.degree()),
      alarm_(setting.sequencer.router(node, *this)),
      ports_(setting.names ? std::make_unique<RouterPorts>() : nullptr) {}

void Router::bind_port(RoutedSendInterface& leaves, RoutedReceiveInterface& comes) {
  if (!ports_) {
    connect(leaves, comes);
    return;
  }
  ports_->out.bind(leaves);
  ports_->in.bind(comes);
}

void Router::bind_pe(DeliveryInterface& pe) {
  if (ports_) {
    ports_->pe.bind(pe);
  } else {
    pe_ = &pe;
  }
}

void Router::end_of_elaboration() {
  if (!ports_) return;
  for (int port = 0; port < ports_->out.size(); ++port)
    connect(*ports_->out[port], *ports_->in[port]);
  if (ports_->pe.size() > 0) pe_ = ports_->pe.operator->();
}

void Router::connect(RoutedSendInterface& leaves, RoutedReceiveInterface& comes) {
  direct_.push_back({leaves.direct_send(), comes.direct_receive()});
  bound_.push_back({&leaves, &comes});
  leaves.wakes_sender(*this);
  comes.wakes_receiver(*this);
}

BufferedRouter::BufferedRouter(const sc_core::sc_module_name& name, Node node,
                               const RouterSetting& setting)
    : Router(name, node, setting), ports_(fabric().degree()) {
  for (unsigned port = 0; port < fabric().degree(); ++port) {
    ports_[port].there = fabric().neighbour(node, port).value_or(node);
  }
}

void BufferedRouter::end_of_elaboration() {
  Router::end_of_elaboration();
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    const auto& link = direct_[port];
    if (link.out != nullptr) link.out->await_room(false);
    const bool is_open = ports_[port].there == node_;
    if (link.in == nullptr && !is_open) is_direct_ = false;
  }
}

void BufferedRouter::prepare(unsigned stage) {
  if (stage == 0) {
    __builtin_prefetch(arrivals_);
    __builtin_prefetch(direct_.data());
    return;
  }
  if (stage == 1) {
    coming_.clear();
    const Cycle cycle = now();
    for (unsigned port = 0; port < ports_.size(); ++port) {
      if (arrivals_[port] > cycle || direct_[port].in == nullptr) continue;
      coming_.push_back(port);
      __builtin_prefetch(direct_[port].in);
    }
    return;
  }
  for (const auto port : coming_) {
    const auto& link = *direct_[port].in;
    if (stage == 2) {
      link.prefetch();
    } else if (const auto& packet = link.first(); packet.towards != node_) {
      __builtin_prefetch(&ports_[packet.port]);
      if (const auto* leaves = direct_[packet.port].out) leaves->prefetch();
    }
  }
}

void BufferedRouter::wait(std::size_t port, PortQueue::Waiting waiting) {
  ports_[port].waiting.push(std::move(waiting));
  ++all_waiting_;
  if (auto* link = direct_[port].out) link->await_room(true);
}

// What was to come in this cycle has come in its first delta, so a message that can leave does so
// as it would when the router acts.
void BufferedRouter::inject(PacketPtr packet) {
  if (packet->towards == Packet::many) {
    if (!spread(std::move(packet), -1)) wake_now();
    return;
  }
  if (packet->towards == Packet::straight) packet->towards = packet->to;
  packet->port = route_port(packet->towards);
  if (!forward(std::move(packet), -1)) wake_now();
}

bool BufferedRouter::forward(PacketPtr packet, int from_port) {
  const std::size_t port = packet->port;
  const Cycle cycle = now();
  const auto needs = buffer_class(*packet, port);
  return leaving(port, [&](auto& link) {
    const Cycle earliest = packet->comes_over == nullptr
                               ? cycle
                               : link.timing().earliest_behind(*packet->comes_over,
                                                               packet->first_usable, packet->bits);
    if (ports_[port].waiting.empty() && earliest <= cycle && link.free_from() <= cycle &&
        has_room(needs, link)) {
      begin(std::move(packet), from_port, port, link);
      return true;
    }
    wait(port, {std::move(packet), earliest, from_port, needs});
    return false;
  });
}

bool BufferedRouter::spread(PacketPtr packet, int from_port) {
  std::vector<std::vector<Node>> behind(ports_.size());
  bool is_for_own = false;
  for (const Node to : packet->fan->to) {
    if (to == node_) {
      is_for_own = true;
    } else {
      behind[route_port(to)].push_back(to);
    }
  }
  std::vector<PacketPtr> copies;
  for (unsigned port = 0; port < behind.size(); ++port) {
    if (behind[port].empty()) continue;
    copies.push_back(packet->copy_for(std::move(behind[port])));
    copies.back()->port = port;
  }
  if (copies.size() > 1 && from_port >= 0) {
    const auto buffer = std::make_shared<SharedBuffer>(SharedBuffer{copies.size()});
    for (auto& copy : copies) {
      if (!copy->fan) copy->fan = std::make_unique<Fan>();
      copy->fan->buffer = buffer;
    }
  }
  if (is_for_own) {
    // With cut-through only its header need be here.
    const auto* over = packet->comes_over;
    const Cycle whole = over == nullptr ? now() : packet->first_usable + packet->serial_on(*over);
    auto own = packet->copy_for({node_});
    const auto after = std::find_if(deliveries_.begin(), deliveries_.end(),
                                    [&](const auto& other) { return other.first > whole; });
    deliveries_.emplace(after, whole, std::move(own));
  }
  bool all_left = true;
  for (auto& copy : copies) all_left &= forward(std::move(copy), from_port);
  return all_left;
}

void BufferedRouter::deliver_due() {
  while (!deliveries_.empty() && deliveries_.front().first <= now()) {
    auto packet = std::move(deliveries_.front().second);
    deliveries_.erase(deliveries_.begin());
    deliver(std::move(packet));
  }
}

void BufferedRouter::take_in() {
  const Cycle cycle = now();
  const auto take = [&](std::size_t port, auto& link) {
    while (auto packet = link.receive(cycle)) {
      if (packet->towards == node_) {
        deliver(std::move(packet));
      } else if (packet->towards == Packet::many) {
        spread(std::move(packet), static_cast<int>(port));
      } else {
        forward(std::move(packet), static_cast<int>(port));
      }
    }
  };
  if (is_direct_) {
    for (std::size_t port = 0; port < ports_.size(); ++port) {
      if (arrivals_[port] <= cycle) take(port, *direct_[port].in);
    }
  } else {
    for (std::size_t port = 0; port < ports_.size(); ++port) {
      coming(port, [&](auto& link) { take(port, link); });
    }
  }
}

std::optional<Cycle> BufferedRouter::send(std::size_t port) {
  return leaving(port, [&](auto& link) { return send(port, link); });
}

std::uint32_t BufferedRouter::buffer_class(const Packet& packet, std::size_t port) const {
  return packet.ends_at(ports_[port].there) ? PortQueue::no_buffer : packet.hops + 1;
}

template <class SendingEnd>
bool BufferedRouter::has_room(std::uint32_t buffer_class, SendingEnd& link) {
  return buffer_class == PortQueue::no_buffer || link.has_room(buffer_class, now());
}

template <class SendingEnd>
void BufferedRouter::begin(PacketPtr packet, int from_port, std::size_t port, SendingEnd& link) {
  const auto hops = packet->hops;
  const Node there = ports_[port].there;
  // The intermediate PE's router writes the destination in the place of its own address.
  if (packet->towards == there) packet->towards = packet->to;
  const bool stays = packet->towards != there;
  if (stays && packet->towards != Packet::many) {
    packet->port = fabric().next_port(there, packet->towards);
  }
  const auto shared = packet->fan ? std::move(packet->fan->buffer) : nullptr;
  link.send(std::move(packet), now(), stays);
  if (from_port < 0) return;
  Cycle free = link.free_from();
  if (shared) {
    shared->free = free = std::max(shared->free, free);
    if (--shared->copies > 0) return;
  }
  const auto came_by = static_cast<std::size_t>(from_port);
  const auto latency = leaving(came_by, [](auto& back) { return back.timing().latency(); });
  coming(came_by, [&](auto& from) { from.release(hops, free, latency); });
}

template <class SendingEnd>
std::optional<Cycle> BufferedRouter::send(std::size_t port, SendingEnd& link) {
  auto& waiting = ports_[port].waiting;
  const Cycle cycle = now();
  if (link.free_from() > cycle) return link.free_from();
  auto leaves =
      waiting.take(cycle, [&](std::uint32_t buffer_class) { return has_room(buffer_class, link); });
  if (!leaves) {
    const auto room = link.next_room(cycle);
    const auto more = waiting.next_earliest(cycle);
    return room && more ? std::min(*room, *more) : room ? room : more;
  }
  --all_waiting_;
  if (auto* direct = direct_[port].out) direct->await_room(!waiting.empty());
  begin(std::move(leaves->packet), leaves->from_port, port, link);
  return waiting.empty() ? std::nullopt : std::optional(link.free_from());
}

void BufferedRouter::act() {
  take_in();
  deliver_due();
  const Cycle cycle = now();
  Cycle next = ReceivingEnd::never;
  const auto consider = [&](Cycle at) {
    if (at > cycle) next = std::min(next, at);
  };
  for (std::size_t port = 0; all_waiting_ > 0 && port < ports_.size(); ++port) {
    if (ports_[port].waiting.empty()) continue;
    if (const auto later = send(port)) consider(*later);
  }
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    consider(is_direct_ ? arrivals_[port] : arrival(port));
  }
  if (!deliveries_.empty()) consider(deliveries_.front().first);
  if (next != ReceivingEnd::never) wake_at(next);
}

void BufferedRouter::reset() {
  for (auto& port : ports_) port.waiting = {};
  for (const auto& link : direct_) {
    if (link.out != nullptr) link.out->await_room(false);
  }
  all_waiting_ = 0;
  deliveries_.clear();
}

void BufferedRouter::visit(const std::function<void(const Packet&)>& see) const {
  for (const auto& port : ports_) port.waiting.visit(see);
  for (const auto& [at, packet] : deliveries_) see(*packet);
}

}  // namespace isobar
