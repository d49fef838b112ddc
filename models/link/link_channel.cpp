// SPDX-License-Identifier: Apache-2.0
#include "models/link/link_channel.h"

#include <fmt/format.h>

#include "models/errors.h"

namespace isobar {

Cycle LinkChannel::occupy(Cycle start, Cycle serial) {
  if (start < free_from_) {
    throw ModelError(fmt::format("link {} is busy until cycle {}, a message starts in cycle {}",
                                 slot_, free_from_, start));
  }
  free_from_ = start + kind_->timing.setup() + serial;
  return free_from_;
}

Cycle LinkChannel::send_word(Cycle start, std::int64_t value, std::int64_t bits) {
  if (kind_ == nullptr) throw ModelError(fmt::format("link {} is an open end", slot_));
  const Cycle serial = kind_->word_serial(kind_->timing, bits);
  const Cycle end = occupy(start, serial);
  const Cycle usable = end + kind_->timing.latency();
  tally_.word(serial, kind_->timing.setup());
  messages_.push({usable, value, false});
  if (kind_->observer != nullptr) kind_->observer->word_sent(slot_, start, end, value);
  return usable;
}

Cycle LinkChannel::send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) {
  if (kind_ == nullptr) throw ModelError(fmt::format("link {} is an open end", slot_));
  const Cycle serial = kind_->task_serial(kind_->timing, count * kind_->task_bits);
  const Cycle end = occupy(start, serial);
  const Cycle usable = end + kind_->timing.latency();
  tally_.transfer(count, serial, kind_->timing.setup());
  messages_.push({usable, count, true});
  for (std::int64_t i = 0; i < count; ++i) tasks_.push(queue.pop());
  if (kind_->observer != nullptr) kind_->observer->transfer_sent(slot_, start, end, count);
  return usable;
}

void LinkChannel::take(TaskQueue& queue) {
  const Message message = messages_.pop();
  if (!message.is_transfer) return;
  for (std::int64_t i = 0; i < message.payload; ++i) queue.push(tasks_.pop());
}

}  // namespace isobar
