// SPDX-License-Identifier: Apache-2.0
#include "models/network/router.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace isobar {

Router::Router(const sc_core::sc_module_name& name, Node node, const RouterSetting& setting)
    : sc_module(name),
      alarm_(setting.sequencer.router(node, *this)),
      setting_(setting),
      ports_(setting.names ? std::make_unique<RouterPorts>() : nullptr) {
  links_.reserve(fabric().degree());  // whose places ReceivingEnds know
}

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
  const bool is_open = !fabric().neighbour(node(), static_cast<unsigned>(links_.size()));
  auto& links = links_.emplace_back(Links{{}, leaves.direct_send(), comes.direct_receive()});
  bound_.push_back({&leaves, &comes});
  if (links.in != nullptr) {
    links.in->connect(links.next, links.out != nullptr ? links.out->timing().latency() : 0);
  } else if (!is_open) {
    is_direct_ = false;
  }
  leaves.wakes_sender(*this);
  comes.wakes_receiver(*this);
}

BufferedRouter::BufferedRouter(const sc_core::sc_module_name& name, Node node,
                               const RouterSetting& setting)
    : Router(name, node, setting), waiting_(fabric().degree()) {}

void BufferedRouter::end_of_elaboration() {
  Router::end_of_elaboration();
  for (const auto& link : links_) {
    if (link.out != nullptr) link.out->await_room(false);
  }
}

void BufferedRouter::prepare(unsigned stage) {
  if (all_waiting_ > 0) prepare_waiting(stage);
  if (stage == 0) {
    const Cycle cycle = now();
    const auto coming = std::find_if(links_.begin(), links_.end(),
                                     [&](const Links& link) { return link.next.usable <= cycle; });
    coming_ = static_cast<std::uint16_t>(coming - links_.begin());
    if (coming == links_.end()) return;
    __builtin_prefetch(coming->next.packet.get());
    __builtin_prefetch(coming->in);
    return;
  }
  if (coming_ == links_.size()) return;
  const auto& coming = links_[coming_];
  if (coming.next.packet->towards == node()) return;
  const auto* const onward = links_[coming.next.packet->port].out;
  if (onward == nullptr) return;
  if (stage == 1) {
    coming.in->prefetch_release();
    onward->prefetch();
  } else {
    onward->prefetch_far();
  }
}

void BufferedRouter::prepare_waiting(unsigned stage) const {
  for (std::size_t port = 0; port < waiting_.size(); ++port) {
    const auto& waiting = waiting_[port];
    if (stage == 0) {
      __builtin_prefetch(&waiting);
    } else if (!waiting.empty()) {
      waiting.prefetch(stage);
      if (links_[port].out == nullptr) continue;
      if (stage == 1) {
        links_[port].out->prefetch();
      } else {
        links_[port].out->prefetch_far();
      }
    }
  }
}

void BufferedRouter::wait(std::size_t port, PortQueue::Waiting waiting) {
  waiting_[port].push(std::move(waiting));
  ++all_waiting_;
  if (auto* link = links_[port].out) link->await_room(true);
}

// What was to come in this cycle has come in its first delta, so a message that can leave does so
// as it would when the router acts.
void BufferedRouter::inject(PacketPtr packet) {
  packet->carries_tasks = packet->is_transfer();
  if (packet->towards == Packet::many) {
    if (!spread(std::move(packet), -1)) wake_now();
    return;
  }
  if (packet->towards == Packet::straight) packet->towards = packet->to;
  set_leg(*packet, node());
  if (!forward(std::move(packet), -1)) wake_now();
}

void BufferedRouter::set_leg(Packet& packet, Node from) const {
  const auto leg = fabric().first_leg(from, packet.towards);
  constexpr std::uint32_t most = std::numeric_limits<std::uint16_t>::max();
  packet.port = static_cast<std::uint16_t>(leg.port);
  packet.leg = static_cast<std::uint16_t>(std::min(leg.links, most));
}

bool BufferedRouter::forward(PacketPtr packet, int from_port) {
  const std::size_t port = packet->port;
  const Cycle cycle = now();
  return leaving(port, [&](auto& link) {
    const auto needs = buffer_class(*packet, there(port, link));
    const Cycle earliest = packet->comes_over == nullptr
                               ? cycle
                               : link.timing().earliest_behind(*packet->comes_over,
                                                               packet->first_usable, packet->bits);
    if ((all_waiting_ == 0 || waiting_[port].empty()) && earliest <= cycle &&
        link.free_from() <= cycle && has_room(needs, link)) {
      begin(std::move(packet), from_port, port, link);
      return true;
    }
    wait(port, {std::move(packet), earliest, from_port, needs});
    return false;
  });
}

bool BufferedRouter::spread(PacketPtr packet, int from_port) {
  std::vector<std::vector<Node>> behind(links_.size());
  bool is_for_own = false;
  for (const Node to : packet->fan->to) {
    if (to == node()) {
      is_for_own = true;
    } else {
      behind[route_port(to)].push_back(to);
    }
  }
  std::vector<PacketPtr> copies;
  for (unsigned port = 0; port < behind.size(); ++port) {
    if (behind[port].empty()) continue;
    copies.push_back(packet->copy_for(std::move(behind[port])));
    copies.back()->port = static_cast<std::uint16_t>(port);
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
    const Cycle whole = over == nullptr ? now() : packet->first_usable + over->serial(packet->bits);
    auto own = packet->copy_for({node()});
    const auto after = std::find_if(deliveries_.begin(), deliveries_.end(),
                                    [&](const auto& other) { return other.first > whole; });
    deliveries_.emplace(after, whole, std::move(own));
    delivers_later_ = true;
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

template <class ReceivingEnd>
[[gnu::always_inline]] inline void BufferedRouter::take_in(int port, ReceivingEnd& link,
                                                           Cycle cycle) {
  while (auto packet = link.receive(cycle)) {
    if (packet->towards == node()) {
      deliver(std::move(packet));
    } else if (packet->towards == Packet::many) {
      spread(std::move(packet), port);
    } else {
      forward(std::move(packet), port);
    }
  }
}

[[gnu::always_inline]] inline Cycle BufferedRouter::take_in(Cycle cycle) {
  Cycle next = never;
  int port = 0;
  for (const auto& link : links_) {
    if (link.next.usable <= cycle) take_in(port, *link.in, cycle);
    next = std::min(next, link.next.usable);
    ++port;
  }
  return next;
}

Cycle BufferedRouter::take_in_from_any(Cycle cycle) {
  Cycle next = never;
  for (std::size_t port = 0; port < links_.size(); ++port) {
    coming(port, [&](auto& link) { take_in(static_cast<int>(port), link, cycle); });
    if (const Cycle at = arrival(port); at > cycle) next = std::min(next, at);
  }
  return next;
}

Cycle BufferedRouter::send(std::size_t port) {
  return leaving(port, [&](auto& link) { return send(port, link); });
}

Node BufferedRouter::there(std::size_t port, const RoutedSendInterface& /*link*/) const {
  return *fabric().neighbour(node(), static_cast<unsigned>(port));
}

std::uint32_t BufferedRouter::buffer_class(const Packet& packet, Node there) {
  return packet.ends_at(there) ? PortQueue::no_buffer : packet.hops + 1;
}

template <class SendingEnd>
inline bool BufferedRouter::has_room(std::uint32_t buffer_class, SendingEnd& link) {
  return buffer_class == PortQueue::no_buffer || link.has_room(buffer_class, now());
}

template <class SendingEnd>
void BufferedRouter::begin(PacketPtr packet, int from_port, std::size_t port, SendingEnd& link) {
  const auto hops = packet->hops;
  const Node there = this->there(port, link);
  // The intermediate PE's router writes the destination in the place of its own address.
  if (packet->towards == there) packet->towards = packet->to;
  const bool stays = packet->towards != there;
  if (packet->leg > 1) {
    --packet->leg;
  } else if (stays && packet->towards != Packet::many) {
    set_leg(*packet, there);
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
  if (const auto& back = links_[came_by]; back.in != nullptr && back.out != nullptr) {
    back.in->release(hops, free);
    return;
  }
  const Cycle latency = bound_[came_by].out->timing().latency();
  coming(came_by, [&](auto& from) { from.release(hops, free, latency); });
}

template <class SendingEnd>
Cycle BufferedRouter::send(std::size_t port, SendingEnd& link) {
  auto& waiting = waiting_[port];
  const Cycle cycle = now();
  if (link.free_from() > cycle) return link.free_from();
  const bool any = waiting.take(
      cycle, [&](std::uint32_t buffer_class) { return has_room(buffer_class, link); },
      [&](PortQueue::Waiting leaves) {
        --all_waiting_;
        if (auto* direct = links_[port].out) direct->await_room(!waiting.empty());
        begin(std::move(leaves.packet), leaves.from_port, port, link);
      });
  if (any) return waiting.empty() ? never : link.free_from();
  return std::min(link.next_room(cycle).value_or(never),
                  waiting.next_earliest(cycle).value_or(never));
}

void BufferedRouter::act() {
  const Cycle cycle = now();
  Cycle next = is_direct_ ? take_in(cycle) : take_in_from_any(cycle);
  const auto consider = [&](Cycle at) {
    if (at > cycle) next = std::min(next, at);
  };
  if (delivers_later_) {
    deliver_due();
    delivers_later_ = !deliveries_.empty();
    if (delivers_later_) consider(deliveries_.front().first);
  }
  for (std::size_t port = 0; all_waiting_ > 0 && port < waiting_.size(); ++port) {
    if (waiting_[port].empty()) continue;
    consider(send(port));
  }
  if (next != never) wake_at(next);
}

void BufferedRouter::reset() {
  for (auto& waiting : waiting_) waiting = {};
  for (const auto& link : links_) {
    if (link.out != nullptr) link.out->await_room(false);
  }
  all_waiting_ = 0;
  deliveries_.clear();
  delivers_later_ = false;
}

void BufferedRouter::visit(const std::function<void(const Packet&)>& see) const {
  for (const auto& waiting : waiting_) waiting.visit(see);
  for (const auto& [at, packet] : deliveries_) see(*packet);
}

}  // namespace isobar
