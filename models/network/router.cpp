// SPDX-License-Identifier: Apache-2.0
#include "models/network/router.h"

#include <algorithm>
#include <utility>

#include "models/link/reported.h"

namespace isobar {

Router::Router(const sc_core::sc_module_name& name, Node node, const RouterSetting& setting)
    : sc_module(name), node_(node), setting_(setting) {
  SC_HAS_PROCESS(Router);
  SC_METHOD(run);
  sensitive << wake_;
  dont_initialize();
}

void Router::end_of_elaboration() {
  for (int port = 0; port < out.size(); ++port) {
    direct_out_.push_back(out[port]->direct_send());
    direct_in_.push_back(in[port]->direct_receive());
    out[port]->wakes_sender(*this);
    in[port]->wakes_receiver(*this);
  }
}

void Router::run() {
  setting_.active = sc_core::sc_time_stamp();
  if (!setting_.done) reported([this] { act(); });
}

void Router::reset() {
  wake_.cancel();
  forget();
}

void Router::wake_at(Cycle cycle) {
  if (cycle <= now()) {
    wake_now();
  } else {
    wake_.notify(setting_.clock.until(cycle));
  }
}

BufferedRouter::BufferedRouter(const sc_core::sc_module_name& name, Node node,
                               const RouterSetting& setting)
    : Router(name, node, setting), waiting_(fabric().degree()) {}

void BufferedRouter::inject(PacketPtr packet) {
  queue(std::move(packet), -1);
  wake_now();
}

void BufferedRouter::queue(PacketPtr packet, int from_port) {
  const auto port = route_port(packet->to);
  Cycle earliest = now();
  if (packet->comes_over != nullptr) {
    earliest = leaving(port, [](auto& link) {
                 return &link.timing();
               })->earliest_behind(*packet->comes_over, packet->first_usable, packet->bits);
  }
  waiting_[port].push_back({std::move(packet), from_port, earliest});
}

void BufferedRouter::take_in() {
  const Cycle cycle = now();
  for (std::size_t port = 0; port < waiting_.size(); ++port) {
    const auto receive = [&] {
      return coming(port, [&](auto& link) { return link.receive(cycle); });
    };
    while (auto packet = receive()) {
      if (packet->to == node_) {
        pe->deliver(std::move(packet));
      } else {
        queue(std::move(packet), static_cast<int>(port));
      }
    }
  }
}

std::optional<Cycle> BufferedRouter::send(std::size_t port) {
  return leaving(port, [&](auto& link) { return send(port, link); });
}

template <class SendingEnd>
std::optional<Cycle> BufferedRouter::send(std::size_t port, SendingEnd& link) {
  auto& waiting = waiting_[port];
  const Cycle cycle = now();
  if (link.free_from() > cycle) return link.free_from();
  const Node there = *fabric().neighbour(node_, static_cast<unsigned>(port));
  std::optional<Cycle> later = link.next_room(cycle);
  const auto next = std::find_if(waiting.begin(), waiting.end(), [&](const Waiting& w) {
    if (w.earliest > cycle) {
      later = later ? std::min(*later, w.earliest) : w.earliest;
      return false;
    }
    return w.packet->to == there || link.has_room(w.packet->hops + 1, cycle);
  });
  if (next == waiting.end()) return later;
  auto packet = std::move(next->packet);
  const int from_port = next->from_port;
  waiting.erase(next);
  const auto hops = packet->hops;
  const bool stays = packet->to != there;
  link.send(std::move(packet), cycle, stays);
  if (from_port >= 0) {
    const auto came_by = static_cast<std::size_t>(from_port);
    const auto latency = leaving(came_by, [](auto& back) { return back.timing().latency(); });
    coming(came_by, [&](auto& from) { from.release(hops, link.free_from(), latency); });
  }
  return waiting.empty() ? std::nullopt : std::optional(link.free_from());
}

void BufferedRouter::act() {
  take_in();
  const Cycle cycle = now();
  std::optional<Cycle> next;
  const auto consider = [&](std::optional<Cycle> at) {
    if (at && *at > cycle && (!next || *at < *next)) next = at;
  };
  for (std::size_t port = 0; port < waiting_.size(); ++port) {
    if (!waiting_[port].empty()) consider(send(port));
    consider(coming(port, [](auto& link) { return link.next_arrival(); }));
  }
  if (next) wake_at(*next);
}

void BufferedRouter::forget() {
  for (auto& port : waiting_) port.clear();
}

void BufferedRouter::visit(const std::function<void(const Packet&)>& see) const {
  for (const auto& port : waiting_) {
    for (const auto& waiting : port) see(*waiting.packet);
  }
}

}  // namespace isobar
