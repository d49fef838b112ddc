// SPDX-License-Identifier: Apache-2.0
#include "models/network/link_ends.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/link/announce_tasks.h"

namespace isobar {

ReceivingEnd::ReceivingEnd(SendingEnd& near, Cycle& arrival) : arrival_(&arrival), near_(&near) {
  arrival = never;
  near.far_ = this;
}

void ReceivingEnd::put(Cycle usable, PacketPtr packet) {
  if (*arrival_ == never) {
    *arrival_ = usable;
    first_ = std::move(packet);
  } else {
    later_.push({usable, std::move(packet)});
  }
  receiver_.wake_at(usable);
}

void ReceivingEnd::put(Cycle at, CircuitPtr circuit) {
  if (!headers_) headers_ = std::make_unique<Fifo<Header>>();
  headers_->push({at, std::move(circuit)});
  receiver_.header_at(at);
}

void ReceivingEnd::release(std::size_t hops, Cycle left, Cycle latency) {
  near_->released(hops, left + latency);
  if (auto* const observer = near_->setting_->observer) observer->buffer_freed(near_->slot_, left);
}

CircuitPtr ReceivingEnd::receive_header(Cycle now) {
  if (!headers_ || headers_->empty() || headers_->front().at > now) return nullptr;
  return headers_->pop().circuit;
}

std::optional<Cycle> ReceivingEnd::next_header() const {
  if (!headers_ || headers_->empty()) return std::nullopt;
  return headers_->front().at;
}

void ReceivingEnd::reset() {
  *arrival_ = never;
  first_.reset();
  later_ = {};
  headers_.reset();
}

void ReceivingEnd::visit(const std::function<void(const Packet&)>& see) const {
  if (first_) see(*first_);
  for (std::uint32_t i = 0; i < later_.size(); ++i) see(*later_[i].packet);
  if (!headers_) return;
  for (std::uint32_t i = 0; i < headers_->size(); ++i) see(*(*headers_)[i].circuit->packet);
}

bool SendingEnd::has_room(std::size_t hops, Cycle now) const {
  std::int64_t used = 0;
  for (const auto& buffer : used_) {
    used += static_cast<std::int64_t>(buffer.known > now) & (buffer.hops == hops ? 1 : 0);
  }
  return used < setting_->forwarding.buffers;
}

void SendingEnd::use_buffer(std::size_t hops, Cycle now) {
  for (auto& buffer : used_) {
    if (buffer.known > now) continue;
    buffer = {ReceivingEnd::never, hops};
    return;
  }
  used_.push_back({ReceivingEnd::never, hops});
}

std::optional<Cycle> SendingEnd::next_room(Cycle now) const {
  Cycle next = ReceivingEnd::never;
  for (const auto& buffer : used_) {
    if (buffer.known > now) next = std::min(next, buffer.known);
  }
  return next == ReceivingEnd::never ? std::nullopt : std::optional(next);
}

void SendingEnd::released(std::size_t hops, Cycle known) {
  const auto buffer = std::find_if(used_.begin(), used_.end(), [hops](const Buffer& one) {
    return one.hops == hops && one.known == ReceivingEnd::never;
  });
  if (buffer != used_.end()) buffer->known = known;
  sender_.tell(known, is_awaited_);
}

void SendingEnd::count(const Packet& packet, Cycle from, Cycle to, Cycle serial) {
  if (from < free_from_) throw ModelError("a link is sent to while it is busy");
  free_from_ = to;
  const Cycle setup = to - from - serial;
  const auto tasks = static_cast<std::int64_t>(packet.tasks.size());
  latest_from_ = from;
  latest_serial_ = serial;
  latest_tasks_ = tasks;
  if (tasks > 0) {
    counters_.transfer(tasks, serial, setup);
  } else {
    counters_.word(serial, setup);
  }
  auto* const observer = setting_->observer;
  if (observer == nullptr) return;
  observer->message_sent(slot_, from, to, packet.label());
  if (tasks > 0) {
    observer->transfer_sent(slot_, from, to, tasks);
    announce_tasks(*observer, packet.tasks, tasks, slot_, to - serial, serial);
  } else {
    observer->word_sent(slot_, from, to, packet.word.value);
  }
}

void SendingEnd::send(PacketPtr packet, Cycle now, bool stays) {
  const Cycle serial = packet->serial_on(*timing_);
  count(*packet, now, now + timing_->setup() + serial, serial);
  ++packet->hops;
  if (stays) {
    use_buffer(packet->hops, now);
    if (auto* const observer = setting_->observer) observer->buffer_taken(slot_, now);
  }
  Cycle usable = free_from_ + timing_->latency();
  announce(*packet, usable);
  if (setting_->forwarding.header > 0 && stays) {
    packet->comes_over = timing_;
    packet->first_usable = usable - serial;
    usable += timing_->serial(setting_->forwarding.header) - serial;
  }
  far_->put(usable, std::move(packet));
}

void SendingEnd::take(CircuitPtr circuit, Cycle now, Cycle at) {
  if (setting_->observer != nullptr) setting_->observer->link_taken(slot_, now);
  taken_ = now;
  far_->put(at, std::move(circuit));
}

void SendingEnd::hold(const Packet& packet, Cycle from, Cycle to, Cycle serial) {
  count(packet, from, to, serial);
  announce(packet, to + timing_->latency());
  taken_ = ReceivingEnd::never;
  sender_.wake_at(to);
}

void SendingEnd::announce(const Packet& packet, Cycle usable) {
  if (!is_followed_) return;
  const auto message =
      packet.is_transfer()
          ? Message{Message::Kind::transfer, static_cast<std::int64_t>(packet.tasks.size())}
          : Message{Message::Kind::word, packet.word.value};
  setting_->arrivals.expect(this, usable, message);
}

void SendingEnd::reset() {
  taken_ = ReceivingEnd::never;
  free_from_ = 0;
  used_.clear();
  counters_ = {};
  latest_from_ = 0;
  latest_serial_ = 0;
}

LinkCounters SendingEnd::counters(Cycle end) const {
  auto counters = counters_;
  if (taken_ < end) counters.setup_cycles += end - taken_;
  if (free_from_ <= end) return counters;
  const Cycle after = free_from_ - std::max(latest_from_, end);
  const Cycle cut = std::min(latest_serial_, after);
  (latest_tasks_ > 0 ? counters.transfer_cycles : counters.word_cycles) -= cut;
  counters.setup_cycles -= after - cut;
  if (latest_from_ < end) return counters;  // it began before the end
  if (latest_tasks_ > 0) {
    --counters.transfers;
    counters.tasks -= latest_tasks_;
  } else {
    --counters.words;
  }
  return counters;
}

}  // namespace isobar
