// SPDX-License-Identifier: Apache-2.0
#include "models/link/link.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "models/link/announce_tasks.h"

namespace isobar {

std::uint64_t Link::slot() const {
  return static_cast<std::uint64_t>(this - kind_->first) * kind_->degree + kind_->port;
}

Cycle Link::send_credit(Cycle start, Load tasks, std::int64_t bits) {
  if (start < free_from_) refuse(start);
  const Cycle serial = kind_->timing.serial(bits);
  const Cycle end = occupy(start, serial);
  const Cycle usable = end + kind_->timing.latency();
  ++words_;
  word_cycles_ += serial;
  put(Content::credit, usable, tasks);
  if (kind_->observer != nullptr) kind_->observer->credit_sent(slot(), start, end, tasks);
  if (kind_->listener != nullptr) {
    kind_->listener->sent(*this, usable, {Message::Kind::credit, tasks});
  }
  return usable;
}

Cycle Link::send_status(Cycle start) {
  if (start < free_from_) refuse(start);
  const Cycle serial = kind_->timing.serial(1);
  const Cycle end = occupy(start, serial);
  const Cycle usable = end + kind_->timing.latency();
  ++words_;
  word_cycles_ += serial;
  if (kind_->observer != nullptr) kind_->observer->status_sent(slot(), start, end);
  if (kind_->listener != nullptr) {
    kind_->listener->sent(*this, usable, {Message::Kind::status, 1});
  }
  return usable;
}

void Link::announce(const TaskQueue& queue, std::int64_t count, Cycle start, Cycle end,
                    Cycle serial) const {
  kind_->observer->transfer_sent(slot(), start, end, count);
  announce_tasks(*kind_->observer, queue, count, slot(), end - serial, serial);
}

Link::More& Link::more() {
  if (!more_) more_ = std::make_unique<More>();
  return *more_;
}

void Link::send_more(TaskQueue& queue, std::int64_t count, Cycle serial) {
  auto& apart = more();
  apart.counts.push(count);
  apart.sent += count - 1;
  apart.transfer_cycles += serial - kind_->timing.serial(kind_->task_bits);
  for (std::int64_t i = 1; i < count; ++i) apart.tasks.push(queue.pop());
}

std::int64_t Link::take_more(TaskQueue& queue) {
  const auto count = more_->counts.pop();
  for (std::int64_t i = 1; i < count; ++i) queue.push(more_->tasks.pop());
  return count;
}

void Link::next_message() {
  usable_ = never;
  if (more_->messages.empty()) return;
  const Flight next = more_->messages.pop();
  put(next.content, next.usable, next.payload);
}

void Link::refuse(Cycle start) const {
  if (kind_ == nullptr) throw ModelError("a message is sent over the open end of a mesh");
  throw ModelError(fmt::format("link {} is busy until cycle {}, a message starts in cycle {}",
                               slot(), free_from_, start));
}

LinkCounters Link::counters() const {
  LinkCounters counters;
  if (kind_ == nullptr) return counters;
  counters.words = words_;
  counters.word_cycles = word_cycles_;
  counters.transfers = transfers_;
  counters.tasks = transfers_;
  counters.transfer_cycles = transfers_ * kind_->timing.serial(kind_->task_bits);
  counters.setup_cycles = (words_ + transfers_) * kind_->timing.setup();
  if (more_) {
    counters.tasks += more_->sent;
    counters.transfer_cycles += more_->transfer_cycles;
  }
  return counters;
}

}  // namespace isobar
