// SPDX-License-Identifier: Apache-2.0
#include "models/link/link.h"

#include <fmt/format.h>

#include "models/errors.h"

namespace isobar {

std::uint64_t Link::slot() const {
  return static_cast<std::uint64_t>(this - kind_->first) * kind_->degree + kind_->port;
}

Cycle Link::send_credit(Cycle start, Load tasks, std::int64_t bits) {
  if (kind_ == nullptr) refuse(start);
  const Cycle serial = kind_->credit_serial(kind_->timing, bits);
  const Cycle end = occupy(start, serial);
  const Cycle usable = end + kind_->timing.latency();
  ++words_;
  word_cycles_ += serial;
  put(Message::Kind::credit, usable, tasks, {});
  if (kind_->observer != nullptr) kind_->observer->credit_sent(slot(), start, end, tasks);
  if (kind_->listener != nullptr) {
    kind_->listener->sent(*this, usable, {Message::Kind::credit, tasks});
  }
  return usable;
}

Cycle Link::send_status(Cycle start) {
  if (kind_ == nullptr) refuse(start);
  const Cycle serial = kind_->status_serial(kind_->timing, 1);
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

Link::Overflow& Link::overflow() {
  if (!overflow_) overflow_ = std::make_unique<Overflow>();
  return *overflow_;
}

void Link::take_more(TaskQueue& queue, std::int64_t tasks) {
  for (std::int64_t i = 0; i < tasks; ++i) queue.push(overflow_->tasks.pop());
}

void Link::refuse(Cycle start) const {
  if (kind_ == nullptr) throw ModelError("a message is sent over the open end of a mesh");
  throw ModelError(fmt::format("link {} is busy until cycle {}, a message starts in cycle {}",
                               slot(), free_from_, start));
}

LinkCounters Link::counters() const {
  LinkCounters counters;
  counters.words = words_;
  counters.transfers = transfers_;
  counters.tasks = tasks_;
  counters.transfer_cycles = transfer_cycles_;
  counters.word_cycles = word_cycles_;
  counters.setup_cycles = kind_ == nullptr ? 0 : (words_ + transfers_) * kind_->timing.setup();
  return counters;
}

}  // namespace isobar
