// SPDX-License-Identifier: Apache-2.0
#include "models/network/link_ends.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/link/announce_tasks.h"

namespace isobar {

ReceivingEnd::ReceivingEnd(SendingEnd& near) : next_(&own_next_), near_(&near) {
  near.far_ = this;
  near.far_next_ = next_;
}

void ReceivingEnd::connect(Incoming& next, Cycle latency) {
  next_ = &next;
  near_->far_next_ = &next;
  latency_ = latency;
}

void ReceivingEnd::put(Cycle at, CircuitPtr circuit) {
  if (!headers_) headers_ = std::make_unique<Fifo<Header>>();
  headers_->push({at, std::move(circuit)});
  receiver_.header_at(at);
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
  *next_ = {};
  later_ = {};
  headers_.reset();
}

void ReceivingEnd::visit(const std::function<void(const Packet&)>& see) const {
  if (next_->packet) see(*next_->packet);
  for (std::uint32_t i = 0; i < later_.size(); ++i) see(*later_[i].packet);
  if (!headers_) return;
  for (std::uint32_t i = 0; i < headers_->size(); ++i) see(*(*headers_)[i].circuit->packet);
}

void SendingEnd::refuse() { throw ModelError("a link is sent to while it is busy"); }

void SendingEnd::tell_observer(const Packet& packet, Cycle from, Cycle to, Cycle serial) const {
  auto& observer = *setting_->observer;
  observer.message_sent(slot_, from, to, packet.label());
  if (const auto tasks = static_cast<std::int64_t>(packet.tasks.size()); tasks > 0) {
    observer.transfer_sent(slot_, from, to, tasks);
    announce_tasks(observer, packet.tasks, tasks, slot_, to - serial, serial);
  } else {
    observer.word_sent(slot_, from, to, packet.word.value);
  }
}

void SendingEnd::take(CircuitPtr circuit, Cycle now, Cycle at) {
  if (setting_->observer != nullptr) setting_->observer->link_taken(slot_, now);
  taken_ = now;
  far_->put(at, std::move(circuit));
}

void SendingEnd::hold(const Packet& packet, Cycle from, Cycle to, Cycle serial) {
  count(packet, from, to, serial);
  if (is_followed_) announce(packet, to + timing_->latency());
  taken_ = never;
  sender_.wake_at(to);
}

void SendingEnd::follow() {
  if (setting_->arrivals == nullptr) {
    throw ValueError("nobody can wait for arrivals where several threads are ahead of the kernel");
  }
  is_followed_ = true;
}

void SendingEnd::announce(const Packet& packet, Cycle usable) {
  const auto message =
      packet.is_transfer()
          ? Message{Message::Kind::transfer, static_cast<std::int64_t>(packet.tasks.size())}
          : Message{Message::Kind::word, packet.word.value};
  setting_->arrivals->expect(this, usable, message);
}

void SendingEnd::reset() {
  taken_ = never;
  free_from_ = 0;
  buffers_ = {};
  words_ = {};
  transfers_ = {};
  tasks_ = 0;
  setup_ = 0;
  latest_from_ = 0;
  latest_serial_ = 0;
}

LinkCounters SendingEnd::counters(Cycle end) const {
  LinkCounters counters{words_.messages,   transfers_.messages, tasks_,
                        transfers_.serial, words_.serial,       setup_};
  if (taken_ < end) counters.setup_cycles += end - taken_;
  if (free_from_ <= end) return counters;
  const Cycle after = free_from_ - std::max(latest_from_, end);
  const Cycle cut = std::min(latest_serial_, after);
  (latest_is_transfer_ ? counters.transfer_cycles : counters.word_cycles) -= cut;
  counters.setup_cycles -= after - cut;
  if (latest_from_ < end) return counters;  // it began before the end
  if (latest_is_transfer_) {
    --counters.transfers;
    counters.tasks -= latest_tasks_;
  } else {
    --counters.words;
  }
  return counters;
}

}  // namespace isobar
