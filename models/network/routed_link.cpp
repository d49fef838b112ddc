// SPDX-License-Identifier: Apache-2.0
#include "models/network/routed_link.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"

namespace isobar {

void RoutedLink::collect(Cycle now) {
  auto freed = freed_.begin();
  for (; freed != freed_.end() && freed->known <= now; ++freed) --used_[freed->hops];
  freed_.erase(freed_.begin(), freed);
}

bool RoutedLink::has_room(std::size_t hops, Cycle now) {
  collect(now);
  return hops >= used_.size() || used_[hops] < forwarding_.buffers;
}

std::optional<Cycle> RoutedLink::next_room(Cycle now) const {
  for (const auto& freed : freed_) {
    if (freed.known > now) return freed.known;
  }
  return std::nullopt;
}

void RoutedLink::count(const Packet& packet, Cycle from, Cycle to, Cycle serial) {
  if (from < free_from_) throw ModelError("a link is sent to while it is busy");
  free_from_ = to;
  const Cycle setup = to - from - serial;
  latest_ = {latest_[1],
             {from, to, serial,
              packet.is_transfer() ? static_cast<std::int64_t>(packet.tasks.size()) : 0}};
  if (packet.is_transfer()) {
    counters_.transfer(static_cast<std::int64_t>(packet.tasks.size()), serial, setup);
  } else {
    counters_.word(serial, setup);
  }
  if (observer_ == nullptr) return;
  if (packet.is_transfer()) {
    observer_->transfer_sent(slot_, from, to, static_cast<std::int64_t>(packet.tasks.size()));
  } else {
    observer_->word_sent(slot_, from, to, packet.word.value);
  }
}

void RoutedLink::send(PacketPtr packet, Cycle now, bool stays) {
  const Cycle serial = timing_.serial(packet->bits);
  count(*packet, now, now + timing_.setup() + serial, serial);
  ++packet->hops;
  if (stays) {
    if (used_.size() <= packet->hops) used_.resize(packet->hops + 1, 0);
    ++used_[packet->hops];
  }
  Cycle usable = free_from_ + timing_.latency();
  announce(*packet, usable);
  if (forwarding_.header > 0 && stays) {
    packet->comes_over = &timing_;
    packet->first_usable = usable - serial;
    usable += timing_.serial(forwarding_.header) - serial;
  }
  flights_.push({usable, std::move(packet)});
  receiver_->wake_at(usable);
}

void RoutedLink::take(CircuitPtr circuit, Cycle now, Cycle at) {
  if (observer_ != nullptr) observer_->link_taken(slot_, now);
  taken_ = now;
  headers_.push({at, std::move(circuit)});
  receiver_->header_at(at);
}

void RoutedLink::hold(const Packet& packet, Cycle from, Cycle to, Cycle serial) {
  count(packet, from, to, serial);
  announce(packet, to + timing_.latency());
  taken_.reset();
  sender_->wake_at(to);
}

void RoutedLink::announce(const Packet& packet, Cycle usable) {
  if (!is_followed_) return;
  const auto message =
      packet.is_transfer()
          ? Message{Message::Kind::transfer, static_cast<std::int64_t>(packet.tasks.size())}
          : Message{Message::Kind::word, packet.word.value};
  arrivals_.expect(this, usable, message);
}

void RoutedLink::release(std::size_t hops, Cycle left, Cycle latency) {
  const Cycle known = left + latency;
  // One line signals the releases, so they are kept in order of time.
  const auto after = std::find_if(freed_.begin(), freed_.end(),
                                  [&](const Freed& freed) { return freed.known > known; });
  freed_.insert(after, {known, hops});
  sender_->wake_at(known);
}

void RoutedLink::reset() {
  taken_.reset();
  headers_ = {};
  free_from_ = 0;
  flights_ = {};
  used_.clear();
  freed_.clear();
  counters_ = {};
  latest_ = {};
}

void RoutedLink::visit(const std::function<void(const Packet&)>& see) const {
  for (std::uint32_t i = 0; i < flights_.size(); ++i) see(*flights_[i].packet);
  for (std::uint32_t i = 0; i < headers_.size(); ++i) see(*headers_[i].circuit->packet);
}

void OpenEnd::refuse() { throw ModelError("a message is sent over the open end of a mesh"); }

LinkCounters RoutedLink::counters(Cycle end) const {
  auto counters = counters_;
  if (taken_ && *taken_ < end) counters.setup_cycles += end - *taken_;
  for (const auto& sent : latest_) {
    if (sent.to <= end) continue;
    auto& serial = sent.tasks > 0 ? counters.transfer_cycles : counters.word_cycles;
    const Cycle cut = std::min(sent.serial, sent.to - std::max(sent.from, end));
    serial -= cut;
    counters.setup_cycles -= sent.to - std::max(sent.from, end) - cut;
    if (sent.from < end) continue;  // the message began before the end
    if (sent.tasks > 0) {
      --counters.transfers;
      counters.tasks -= sent.tasks;
    } else {
      --counters.words;
    }
  }
  return counters;
}

}  // namespace isobar
