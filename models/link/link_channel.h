// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <systemc>

#include "models/link/fifo.h"
#include "models/link/observer.h"
#include "models/link/tally.h"
#include "models/link/task.h"
#include "models/link/timing.h"

namespace isobar {

/// A message on a link.
struct Message {
  Cycle usable = 0;           ///< first cycle in which the receiver can use it
  std::int64_t payload = 0;   ///< a word's value, or a transfer's number of tasks
  bool is_transfer = false;
};

/// The sender's end of a link.
class LinkSource : public virtual sc_core::sc_interface {
 public:
  /// A word whose first bit enters in cycle `start`. Returns the first cycle in which the receiver
  /// can use it. Throws ModelError if the link is busy then.
  virtual Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits) = 0;
  /// Likewise one transfer of the `count` ≥ 1 oldest tasks of `queue`, which leave it now.
  virtual Cycle send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) = 0;
};

/// The receiver's end of a link.
class LinkSink : public virtual sc_core::sc_interface {
 public:
  /// The oldest message that can be used in cycle `now`, or null.
  virtual const Message* arrived(Cycle now) const = 0;
  /// Takes that message off the link; the tasks of a transfer go to the tail of `queue`.
  virtual void take(TaskQueue& queue) = 0;
};

/// What the links of one dimension share.
struct LinkKind {
  LinkTiming timing;
  std::int64_t task_bits;
  Observer* observer;  ///< may be null
  SerialMemo word_serial{};
  SerialMemo task_serial{};
};

/// One directed serial link: a serializer, λ registers and a deserializer. It carries one message
/// at a time and counts what it carries. No event is spent on it: a message says when it can be
/// used, and the fabric wakes the receiver then.
class LinkChannel final : public LinkSource, public LinkSink {
 public:
  /// `slot`: its number in the fabric. `kind` must outlive it; null for the open end of a mesh,
  /// over which nothing can be sent.
  LinkChannel(std::uint64_t slot, LinkKind* kind) : kind_(kind), slot_(slot) {}

  Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits) override;
  Cycle send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) override;
  const Message* arrived(Cycle now) const override {
    return !messages_.empty() && messages_.front().usable <= now ? &messages_.front() : nullptr;
  }
  void take(TaskQueue& queue) override;

  const LinkTally& tally() const { return tally_; }

 private:
  /// Occupies the serializer for set-up and message; returns the cycle after its last one.
  Cycle occupy(Cycle start, Cycle serial);

  LinkKind* kind_;
  std::uint64_t slot_;
  Cycle free_from_ = 0;
  Fifo<Message> messages_;  ///< on their way, oldest first
  TaskQueue tasks_;         ///< those of the transfers among them
  LinkTally tally_;
};

}  // namespace isobar
