// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "models/link/fifo.h"
#include "models/link/link_counters.h"
#include "models/link/observer.h"
#include "models/link/task.h"
#include "models/link/timing.h"

namespace isobar {

/// What a message is to its receiver.
struct Message {
  /// A credit is a word that grants room in a queue. A status word is one by which PEs learn that a
  /// phase is over. It goes from slot counter to slot counter: PEs never receive it, whoever
  /// follows a link is told of it.
  enum class Kind : std::uint8_t { none, word, transfer, credit, status };

  Kind kind = Kind::none;    ///< what sort of message it is; `none` where nothing has arrived
  std::int64_t payload = 0;  ///< a word's value, a number of tasks, or 1
};

class Link;

/// Whoever follows what is sent over a link.
class SendListener {
 public:
  /// A message is sent that its receiver can use from cycle `usable` on.
  virtual void sent(const Link& link, Cycle usable, const Message& message) = 0;

 protected:
  SendListener() = default;
  ~SendListener() = default;
  SendListener(const SendListener&) = default;
  SendListener& operator=(const SendListener&) = default;
};

/// What the links of one port number and one class share.
struct LinkKind {
  LinkTiming timing;                 ///< how bits become cycles
  std::int64_t task_bits;            ///< bits of a task
  Observer* observer = nullptr;      ///< who is told of every message; null: nobody
  const Link* first = nullptr;       ///< the link of PE 0; those of the other PEs follow in memory
  unsigned port = 0;                 ///< the port by which the links leave
  unsigned degree = 0;               ///< ports of a PE
  SerialMemo word_serial{};          ///< the cycles of a word, remembered
  SerialMemo task_serial{};          ///< the cycles of a task, remembered
  SerialMemo credit_serial{};        ///< the cycles of a credit, remembered
  SerialMemo status_serial{};        ///< the cycles of a status word, remembered
  SendListener* listener = nullptr;  ///< null unless somebody follows one of the links
};

/// One directed serial link: a serializer, λ registers and a deserializer. It carries one message
/// at a time and counts what it carries. It knows no SystemC: LinkChannel is the channel in front
/// of it.
class Link {
 public:
  /// `kind` must outlive the link; null for the open end of a mesh, over which nothing is sent.
  explicit Link(LinkKind* kind) : kind_(kind) {}

  /// As LinkSendInterface says.
  Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits);
  /// As LinkSendInterface says.
  Cycle send_tasks(Cycle start, TaskQueue& queue, std::int64_t count);
  /// As LinkSendInterface says.
  Cycle send_credit(Cycle start, Load tasks, std::int64_t bits);
  /// As LinkSendInterface says.
  Cycle send_status(Cycle start);
  /// As LinkReceiveInterface says.
  Message receive(Cycle now, TaskQueue& queue);

  /// Forgets all messages and counters: the link is as it was made.
  void reset() { *this = Link(kind_); }
  /// Whether no message is under way.
  bool empty() const { return next_.kind == Message::Kind::none; }
  /// What it has carried since it was made or reset.
  LinkCounters counters() const;
  /// How bits become cycles on it.
  const LinkTiming& timing() const { return kind_->timing; }
  /// From now on `listener` is told of what is sent over the links of this kind.
  void tell(SendListener& listener) { kind_->listener = &listener; }

 private:
  /// Nearly always one message is under way, and a transfer has one task. Further messages and
  /// tasks lie in an Overflow, so that the state of a link is small.
  struct Flight {
    Cycle usable = 0;  ///< first cycle in which the receiver can use it
    std::int64_t payload = 0;
    Task first;  ///< the first task of a transfer
    Message::Kind kind = Message::Kind::none;
  };
  struct Overflow {
    Fifo<Flight> messages;  ///< all but the oldest message, oldest first
    TaskQueue tasks;        ///< all tasks of transfers under way except the first of each transfer
  };

  /// Occupies the serializer for set-up and message; returns the cycle after its last one.
  Cycle occupy(Cycle start, Cycle serial);
  void put(Message::Kind kind, Cycle usable, std::int64_t payload, Task first);
  void take_more(TaskQueue& queue, std::int64_t tasks);
  Overflow& overflow();
  [[noreturn]] void refuse(Cycle start) const;
  std::uint64_t slot() const;

  Flight next_;  ///< the oldest message under way
  LinkKind* kind_;
  std::unique_ptr<Overflow> overflow_;
  Cycle free_from_ = 0;
  std::int64_t words_ = 0;
  Cycle word_cycles_ = 0;
  std::int64_t transfers_ = 0;
  std::int64_t tasks_ = 0;
  Cycle transfer_cycles_ = 0;
};

// These are inline because every PE uses a link twice in every phase.

inline Cycle Link::occupy(Cycle start, Cycle serial) {
  if (start < free_from_) refuse(start);
  free_from_ = start + kind_->timing.setup() + serial;
  return free_from_;
}

inline void Link::put(Message::Kind kind, Cycle usable, std::int64_t payload, Task first) {
  if (!empty()) {
    overflow().messages.push({usable, payload, first, kind});
    return;
  }
  // Assigned field by field: copying a structure that was just written would make the processor
  // wait for its own stores.
  next_.usable = usable;
  next_.payload = payload;
  next_.first = first;
  next_.kind = kind;
}

inline Cycle Link::send_word(Cycle start, std::int64_t value, std::int64_t bits) {
  if (kind_ == nullptr) refuse(start);
  const Cycle serial = kind_->word_serial(kind_->timing, bits);
  const Cycle end = occupy(start, serial);
  const Cycle usable = end + kind_->timing.latency();
  ++words_;
  word_cycles_ += serial;
  put(Message::Kind::word, usable, value, {});
  if (kind_->observer != nullptr) kind_->observer->word_sent(slot(), start, end, value);
  if (kind_->listener != nullptr) {
    kind_->listener->sent(*this, usable, {Message::Kind::word, value});
  }
  return usable;
}

inline Cycle Link::send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) {
  if (kind_ == nullptr) refuse(start);
  const Cycle serial = kind_->task_serial(kind_->timing, count * kind_->task_bits);
  const Cycle end = occupy(start, serial);
  const Cycle usable = end + kind_->timing.latency();
  ++transfers_;
  tasks_ += count;
  transfer_cycles_ += serial;
  put(Message::Kind::transfer, usable, count, queue.pop());
  for (std::int64_t i = 1; i < count; ++i) overflow().tasks.push(queue.pop());
  if (kind_->observer != nullptr) kind_->observer->transfer_sent(slot(), start, end, count);
  if (kind_->listener != nullptr) {
    kind_->listener->sent(*this, usable, {Message::Kind::transfer, count});
  }
  return usable;
}

inline Message Link::receive(Cycle now, TaskQueue& queue) {
  if (empty() || next_.usable > now) return {};
  const Message message{next_.kind, next_.payload};
  if (message.kind == Message::Kind::transfer) {
    queue.push(next_.first);
    if (message.payload > 1) take_more(queue, message.payload - 1);
  }
  if (overflow_ && !overflow_->messages.empty()) {
    next_ = overflow_->messages.pop();
  } else {
    next_.kind = Message::Kind::none;
  }
  return message;
}

}  // namespace isobar
