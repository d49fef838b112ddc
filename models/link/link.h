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
  SendListener* listener = nullptr;  ///< null unless somebody follows one of the links
};

/// One directed serial link: a serializer, λ registers and a deserializer. It carries one message
/// at a time and counts what it carries. It knows no SystemC: LinkChannel is the channel in front
/// of it.
class alignas(64) Link {
 public:
  /// `kind` must outlive the link; null for the open end of a mesh, over which nothing is sent.
  explicit Link(LinkKind* kind)
      : kind_(kind), free_from_(kind == nullptr ? never : 0), words_(0), content_(0) {}

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
  bool empty() const { return usable_ == never; }
  /// What it has carried since it was made or reset.
  LinkCounters counters() const;
  /// How bits become cycles on it.
  const LinkTiming& timing() const { return kind_->timing; }
  /// From now on `listener` is told of what is sent over the links of this kind.
  void tell(SendListener& listener) { kind_->listener = &listener; }

 private:
  /// What a message is while it is under way: a transfer of one task, or of several.
  enum class Content : std::uint8_t { word, credit, task, tasks };

  /// Nearly always one message is under way, and a transfer has one task. What is more than that
  /// lies apart, so that a link is one line of cache.
  struct Flight {
    Cycle usable = 0;          ///< first cycle in which the receiver can use it
    std::int64_t payload = 0;  ///< a word's value or credit, or the identity of the first task
    Content content = Content::word;
  };
  struct More {
    Fifo<Flight> messages;      ///< all but the oldest message, oldest first
    TaskQueue tasks;            ///< all tasks under way except the first of each transfer
    Fifo<std::int64_t> counts;  ///< of each transfer of several tasks: these
    std::int64_t sent = 0;      ///< tasks sent except the first of each transfer
    Cycle transfer_cycles = 0;  ///< of transfers, less as many of one task
  };

  /// Occupies the serializer, which is free, for set-up and message; returns the cycle after its
  /// last one.
  Cycle occupy(Cycle start, Cycle serial);
  void put(Content content, Cycle usable, std::int64_t payload);
  void send_more(TaskQueue& queue, std::int64_t count, Cycle serial);
  /// A transfer of the queue's first tasks.
  void announce(const TaskQueue& queue, std::int64_t count, Cycle start, Cycle end,
                Cycle serial) const;
  std::int64_t take_more(TaskQueue& queue);
  void next_message();
  More& more();
  [[noreturn]] void refuse(Cycle start) const;
  std::uint64_t slot() const;

  // The oldest message under way, field by field: copying a structure that was just written would
  // make the processor wait for its own stores.
  Cycle usable_ = never;  ///< where none is
  std::int64_t payload_ = 0;
  LinkKind* kind_;
  std::unique_ptr<More> more_;
  Cycle free_from_;  ///< never over an open end
  Cycle word_cycles_ = 0;
  std::int64_t transfers_ = 0;
  std::int64_t words_ : 56;
  std::int64_t content_ : 8;
};

// These are inline because every PE uses a link twice in every phase.

inline Cycle Link::occupy(Cycle start, Cycle serial) {
  free_from_ = start + kind_->timing.setup() + serial;
  return free_from_;
}

inline void Link::put(Content content, Cycle usable, std::int64_t payload) {
  if (!empty()) {
    more().messages.push({usable, payload, content});
    return;
  }
  usable_ = usable;
  payload_ = payload;
  content_ = static_cast<std::int64_t>(content);
}

inline Cycle Link::send_word(Cycle start, std::int64_t value, std::int64_t bits) {
  if (start < free_from_) refuse(start);
  const Cycle serial = kind_->timing.serial(bits);
  const Cycle end = occupy(start, serial);
  const Cycle usable = end + kind_->timing.latency();
  ++words_;
  word_cycles_ += serial;
  put(Content::word, usable, value);
  if (kind_->observer != nullptr) kind_->observer->word_sent(slot(), start, end, value);
  if (kind_->listener != nullptr) {
    kind_->listener->sent(*this, usable, {Message::Kind::word, value});
  }
  return usable;
}

inline Cycle Link::send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) {
  if (start < free_from_) refuse(start);
  const Cycle serial = kind_->timing.serial(count * kind_->task_bits);
  const Cycle end = occupy(start, serial);
  const Cycle usable = end + kind_->timing.latency();
  ++transfers_;
  if (kind_->observer != nullptr) announce(queue, count, start, end, serial);
  put(count == 1 ? Content::task : Content::tasks, usable,
      static_cast<std::int64_t>(queue.pop().id));
  if (count > 1) send_more(queue, count, serial);
  if (kind_->listener != nullptr) {
    kind_->listener->sent(*this, usable, {Message::Kind::transfer, count});
  }
  return usable;
}

inline Message Link::receive(Cycle now, TaskQueue& queue) {
  if (usable_ > now) return {};
  const auto content = static_cast<Content>(content_);
  Message message{Message::Kind::word, payload_};
  if (content == Content::credit) message.kind = Message::Kind::credit;
  if (content >= Content::task) {
    queue.push({static_cast<std::uint64_t>(payload_)});
    message = {Message::Kind::transfer, content == Content::task ? 1 : take_more(queue)};
  }
  if (more_) {
    next_message();
  } else {
    usable_ = never;
  }
  return message;
}

}  // namespace isobar
