// SPDX-License-Identifier: Apache-2.0
#include "models/network/routed_link.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"

namespace isobar {

void RoutedLink::collect(Cycle now) {
  while (!freed_.empty() && freed_.front().known <= now) {
    --used_[freed_.front().hops];
    freed_.pop_front();
  }
}

bool RoutedLink::has_room(std::size_t hops, Cycle now) {
  collect(now);
  return hops >= used_.size() || used_[hops] < buffers_;
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

Cycle RoutedLink::send(PacketPtr packet, Cycle now, bool stays) {
  const Cycle serial = timing_.serial(packet->bits);
  count(*packet, now, now + timing_.setup() + serial, serial);
  ++packet->hops;
  if (stays) {
    if (used_.size() <= packet->hops) used_.resize(packet->hops + 1, 0);
    ++used_[packet->hops];
  }
  const Cycle usable = free_from_ + timing_.latency();
  flights_.emplace_back(usable, std::move(packet));
  return usable;
}

void RoutedLink::hold(const Packet& packet, Cycle from, Cycle to, Cycle serial) {
  count(packet, from, to, serial);
}

PacketPtr RoutedLink::receive(Cycle now) {
  if (flights_.empty() || flights_.front().first > now) return nullptr;
  auto packet = std::move(flights_.front().second);
  flights_.pop_front();
  return packet;
}

std::optional<Cycle> RoutedLink::next_arrival() const {
  if (flights_.empty()) return std::nullopt;
  return flights_.front().first;
}

Cycle RoutedLink::release(std::size_t hops, Cycle left, Cycle latency) {
  const Cycle known = left + latency;
  // One line signals the releases, so they are kept in order of time.
  const auto after = std::find_if(freed_.begin(), freed_.end(),
                                  [&](const Freed& freed) { return freed.known > known; });
  freed_.insert(after, {known, hops});
  return known;
}

LinkCounters RoutedLink::counters(Cycle end) const {
  auto counters = counters_;
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
