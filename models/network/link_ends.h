// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "models/link/arrivals.h"
#include "models/link/fifo.h"
#include "models/link/link_counters.h"
#include "models/link/observer.h"
#include "models/link/timing.h"
#include "models/network/buffers_in_use.h"
#include "models/network/mail.h"
#include "models/network/packet.h"
#include "models/network/routed_link_interfaces.h"

namespace isobar {

/// How routers forward messages that stay at them.
struct Forwarding {
  std::int64_t buffers = 1;  ///< messages that a port holds of each number of hops
  /// Cut-through: a router can use a message when so many of its bits are there; 0: when all are.
  std::int64_t header = 0;
};

/// What the links share that lead from the routers of one region to those of the same or of another
/// one; all must outlive them.
struct RoutedLinkSetting {
  Forwarding forwarding;
  Observer* observer;   ///< may be null
  Arrivals* arrivals;   ///< null: nobody can wait for them
  Region& region;       ///< in which the senders act
  Crossing crossing{};  ///< null if the receivers act in it too
};

/// Who is woken by an end of a link.
class Woken {
 public:
  void set(WakeInterface& who) {
    who_ = &who;
    if (const auto* alarm = who.alarm()) alarm_ = *alarm;
  }
  bool is_set() const { return who_ != nullptr; }
  /// Whether nobody else sees when it is woken.
  bool has_alarm() const { return alarm_.is_set(); }
  [[gnu::always_inline]] void wake_at(Cycle cycle) {
    if (has_alarm()) {
      alarm_.set(cycle);
    } else {
      who_->wake_at(cycle);
    }
  }
  void header_at(Cycle cycle) { who_->header_at(cycle); }

 private:
  Alarm alarm_;
  WakeInterface* who_ = nullptr;
};

/// The message that comes next over a link.
struct Incoming {
  Cycle usable = never;  ///< the first cycle in which the receiver can use it, or its header
  PacketPtr packet;      ///< null if no cycle is known
};

/// The far end of a link between two routers: what is under way, in order of time. A message
/// touches the first line of cache.
class alignas(64) ReceivingEnd {
 public:
  explicit ReceivingEnd(SendingEnd& near);

  // As RoutedReceiveInterface says.
  [[gnu::always_inline]] PacketPtr receive(Cycle now) {
    if (next_->usable > now) return nullptr;
    auto packet = std::move(next_->packet);
    if (later_.empty()) {
      next_->usable = never;
    } else {
      *next_ = later_.pop();
    }
    return packet;
  }
  std::optional<Cycle> next_arrival() const {
    return next_->usable == never ? std::nullopt : std::optional(next_->usable);
  }
  void release(std::size_t hops, Cycle left, Cycle latency);
  CircuitPtr receive_header(Cycle now);
  std::optional<Cycle> next_header() const;
  void wakes(WakeInterface& receiver) { receiver_.set(receiver); }

  /// From now on the next message stands in `next`, where its receiver sees it; `latency` is that
  /// of the link back, where the receiver knows it.
  void connect(Incoming& next, Cycle latency);
  /// As release(), with that latency.
  void release(std::size_t hops, Cycle left) { release(hops, left, latency_); }
  /// Whether its receiver is known.
  bool is_bound() const { return receiver_.is_set(); }
  /// Asks the processor for what is needed when the next message leaves its buffer.
  [[gnu::always_inline]] void prefetch_release() const { __builtin_prefetch(near_); }
  /// Nothing is under way any more.
  void reset();
  /// Calls `see` with each message that is under way.
  void visit(const std::function<void(const Packet&)>& see) const;

 private:
  friend class SendingEnd;
  friend MailBag;

  struct Header {
    Cycle at = 0;
    CircuitPtr circuit;
  };

  [[gnu::always_inline]] void put(Cycle usable, PacketPtr packet) {
    if (next_->usable == never) {
      next_->usable = usable;
      next_->packet = std::move(packet);
    } else {
      later_.push({usable, std::move(packet)});
    }
    receiver_.wake_at(usable);
  }
  void put(Cycle at, CircuitPtr circuit);

  Incoming* next_;
  Fifo<Incoming> later_;  ///< messages behind it
  SendingEnd* near_;
  Cycle latency_ = 0;
  Woken receiver_;
  std::unique_ptr<Fifo<Header>> headers_;  ///< null until a circuit takes the link
  Incoming own_next_;                      ///< of use until the receiver sees the next message
};

/// The near end of a link between two routers: its serializer, its counters, and what it knows of
/// the buffers at the far end. A word touches its first two lines of cache, a buffer that becomes
/// free the first.
class alignas(64) SendingEnd {
 public:
  /// `slot` is the link's number in the fabric, `there` the node at its far end. It is of use when
  /// that end has been made.
  SendingEnd(const LinkTiming& timing, std::uint64_t slot, Node there,
             const RoutedLinkSetting& setting)
      : timing_(&timing), setting_(&setting), there_(there), slot_(slot) {}

  // As RoutedSendInterface says.
  const LinkTiming& timing() const { return *timing_; }
  Cycle free_from() const { return free_from_; }
  bool has_room(std::size_t hops, Cycle now) const {
    return buffers_.of_class(hops, now) < setting_->forwarding.buffers;
  }
  std::optional<Cycle> next_room(Cycle now) const { return buffers_.next_free(now); }
  void send(PacketPtr packet, Cycle now, bool stays);
  bool is_taken() const { return taken_ != never; }
  void take(CircuitPtr circuit, Cycle now, Cycle at);
  void hold(const Packet& packet, Cycle from, Cycle to, Cycle serial);
  void wakes(WakeInterface& sender) { sender_.set(sender); }

  /// Whether its sender is known.
  bool is_bound() const { return sender_.is_set(); }
  std::uint64_t slot() const { return slot_; }
  Node there() const { return there_; }
  /// Whether the sender has messages that wait for room at the far end; it has, unless it says that
  /// it has none.
  void await_room(bool waits) { is_awaited_ = waits || !sender_.has_alarm(); }
  /// Asks the processor for what a message needs: at first here, then at the far end.
  [[gnu::always_inline]] void prefetch() const {
    __builtin_prefetch(&free_from_);
    __builtin_prefetch(&far_);
  }
  [[gnu::always_inline]] void prefetch_far() const {
    __builtin_prefetch(far_);
    __builtin_prefetch(far_next_);
  }
  /// From now on arrivals are told of its messages. Throws ValueError where nobody can wait for
  /// them.
  void follow();
  /// It is as it was made.
  void reset();
  /// As RoutedLink::counters.
  LinkCounters counters(Cycle end) const;

 private:
  friend ReceivingEnd;
  friend MailBag;

  /// A message whose bits take `serial` cycles keeps the link busy from cycle `from` to `to` − 1.
  [[gnu::always_inline]] void count(const Packet& packet, Cycle from, Cycle to, Cycle serial) {
    if (from < free_from_) refuse();
    free_from_ = to;
    latest_from_ = from;
    latest_serial_ = serial;
    latest_is_transfer_ = packet.carries_tasks;
    auto& tally = latest_is_transfer_ ? transfers_ : words_;
    ++tally.messages;
    tally.serial += serial;
    if (latest_is_transfer_) {
      latest_tasks_ = static_cast<std::int64_t>(packet.tasks.size());
      tasks_ += latest_tasks_;
    }
    // The set-up is mostly 0, and its sum lies in another line of cache.
    if (const Cycle setup = to - from - serial; setup > 0) setup_ += setup;
    if (setting_->observer != nullptr) tell_observer(packet, from, to, serial);
  }
  [[noreturn]] static void refuse();
  void tell_observer(const Packet& packet, Cycle from, Cycle to, Cycle serial) const;
  /// Whoever follows the link learns that it brings this message in cycle `usable`.
  void announce(const Packet& packet, Cycle usable);
  /// A buffer of this class is free by cycle `known`.
  [[gnu::always_inline]] void released(std::size_t hops, Cycle known) {
    buffers_.release(hops, known);
    if (is_awaited_) {
      sender_.wake_at(known);
    } else {
      setting_->region.note(known);
    }
  }

  /// What went over the link of a kind.
  struct Tally {
    std::int64_t messages = 0;
    Cycle serial = 0;
  };

  Cycle free_from_ = 0;
  const LinkTiming* timing_;
  const RoutedLinkSetting* setting_;
  BuffersInUse buffers_;
  Node there_;
  bool is_followed_ = false;
  bool is_awaited_ = true;
  bool latest_is_transfer_ = false;  ///< as below
  alignas(64) ReceivingEnd* far_ = nullptr;
  const Incoming* far_next_ = nullptr;  ///< as the far end shows it
  Tally words_;
  // Of the latest message, which alone can begin in the cycle in which it shows that the run ended
  // with the cycle before, or outlast it: looked at is a run when the next cycle begins.
  Cycle latest_from_ = 0;
  Cycle latest_serial_ = 0;
  std::uint64_t slot_;
  Cycle taken_ = never;  ///< since when a circuit has it whose end is not known
  Tally transfers_;
  std::int64_t tasks_ = 0;         ///< in them
  std::int64_t latest_tasks_ = 0;  ///< if the latest message is a transfer
  Cycle setup_ = 0;                ///< of all messages
  Woken sender_;
};

[[gnu::always_inline]] inline void SendingEnd::send(PacketPtr packet, Cycle now, bool stays) {
  const Cycle serial = timing_->serial(packet->bits);
  count(*packet, now, now + timing_->setup() + serial, serial);
  ++packet->hops;
  if (stays) {
    buffers_.take(packet->hops, now);
    if (auto* const observer = setting_->observer) observer->buffer_taken(slot_, now);
  }
  Cycle usable = free_from_ + timing_->latency();
  if (is_followed_) announce(*packet, usable);
  if (setting_->forwarding.header > 0 && stays) {
    packet->comes_over = timing_;
    packet->first_usable = usable - serial;
    usable += timing_->serial(setting_->forwarding.header) - serial;
  }
  if (auto* const bag = setting_->crossing.there) {
    bag->message(*far_, usable, std::move(packet));
  } else {
    far_->put(usable, std::move(packet));
  }
}

[[gnu::always_inline]] inline void ReceivingEnd::release(std::size_t hops, Cycle left,
                                                         Cycle latency) {
  if (auto* const bag = near_->setting_->crossing.back) {
    bag->release(*near_, hops, left + latency);
  } else {
    near_->released(hops, left + latency);
  }
  if (auto* const observer = near_->setting_->observer) observer->buffer_freed(near_->slot_, left);
}

}  // namespace isobar
