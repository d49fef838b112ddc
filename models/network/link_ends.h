// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

#include "models/link/arrivals.h"
#include "models/link/fifo.h"
#include "models/link/link_counters.h"
#include "models/link/observer.h"
#include "models/link/timing.h"
#include "models/network/packet.h"
#include "models/network/routed_link_interfaces.h"

namespace isobar {

/// How routers forward messages that stay at them.
struct Forwarding {
  std::int64_t buffers = 1;  ///< messages that a port holds of each number of hops
  /// Cut-through: a router can use a message when so many of its bits are there; 0: when all are.
  std::int64_t header = 0;
};

/// What all links between the routers of a fabric share; all must outlive them.
struct RoutedLinkSetting {
  Forwarding forwarding;
  Observer* observer;  ///< may be null
  Arrivals& arrivals;
};

/// Who is woken by an end of a link.
class Woken {
 public:
  void set(WakeInterface& who) {
    who_ = &who;
    if (const auto* alarm = who.alarm()) alarm_ = *alarm;
  }
  bool is_set() const { return who_ != nullptr; }
  void wake_at(Cycle cycle) {
    if (alarm_.is_set()) {
      alarm_.set(cycle);
    } else {
      who_->wake_at(cycle);
    }
  }
  /// As wake_at() if there is something to do, else the cycle is only noted.
  void tell(Cycle cycle, bool is_awaited) {
    if (alarm_.is_set() && !is_awaited) {
      alarm_.note(cycle);
    } else {
      wake_at(cycle);
    }
  }
  void header_at(Cycle cycle) { who_->header_at(cycle); }

 private:
  Alarm alarm_;
  WakeInterface* who_ = nullptr;
};

/// The far end of a link between two routers: what is under way, in order of time. Those of all
/// links that come in at a router lie side by side.
class alignas(64) ReceivingEnd {
 public:
  /// Where no cycle is known.
  static constexpr Cycle never = std::numeric_limits<Cycle>::max();

  /// The cycle of the next arrival stands in `arrival`, `never` if none is known, where the
  /// receiver sees those of all its links together.
  ReceivingEnd(SendingEnd& near, Cycle& arrival);

  // As RoutedReceiveInterface says.
  PacketPtr receive(Cycle now) {
    if (*arrival_ > now) return nullptr;
    auto packet = std::move(first_);
    if (later_.empty()) {
      *arrival_ = never;
    } else {
      auto next = later_.pop();
      *arrival_ = next.usable;
      first_ = std::move(next.packet);
    }
    return packet;
  }
  /// The message that arrives first, which is there if a cycle is known.
  const Packet& first() const { return *first_; }
  /// Asks the processor for it.
  [[gnu::always_inline]] void prefetch() const {
    __builtin_prefetch(first_.get());
    __builtin_prefetch(near_line());
  }
  std::optional<Cycle> next_arrival() const {
    return *arrival_ == never ? std::nullopt : std::optional(*arrival_);
  }
  void release(std::size_t hops, Cycle left, Cycle latency);
  CircuitPtr receive_header(Cycle now);
  std::optional<Cycle> next_header() const;
  void wakes(WakeInterface& receiver) { receiver_.set(receiver); }

  /// Whether its receiver is known.
  bool is_bound() const { return receiver_.is_set(); }
  /// Nothing is under way any more.
  void reset();
  /// Calls `see` with each message that is under way.
  void visit(const std::function<void(const Packet&)>& see) const;

 private:
  friend class SendingEnd;

  struct Flight {
    Cycle usable = 0;  ///< the first cycle in which the receiver can use it, or its header
    PacketPtr packet;
  };
  struct Header {
    Cycle at = 0;
    CircuitPtr circuit;
  };

  const void* near_line() const;
  void put(Cycle usable, PacketPtr packet);
  void put(Cycle at, CircuitPtr circuit);

  Cycle* arrival_;
  PacketPtr first_;     ///< the message that arrives first
  Fifo<Flight> later_;  ///< those behind it
  Woken receiver_;
  SendingEnd* near_;
  std::unique_ptr<Fifo<Header>> headers_;  ///< null until a circuit takes the link
};

/// The near end of a link between two routers: its serializer, its counters, and what it knows of
/// the buffers at the far end.
class alignas(64) SendingEnd {
 public:
  /// `slot` is the link's number in the fabric. It is of use when its far end has been made.
  SendingEnd(const LinkTiming& timing, std::uint64_t slot, const RoutedLinkSetting& setting)
      : timing_(&timing), setting_(&setting), slot_(slot) {}

  // As RoutedSendInterface says.
  const LinkTiming& timing() const { return *timing_; }
  Cycle free_from() const { return free_from_; }
  bool has_room(std::size_t hops, Cycle now) const;
  std::optional<Cycle> next_room(Cycle now) const;
  void send(PacketPtr packet, Cycle now, bool stays);
  bool is_taken() const { return taken_ != ReceivingEnd::never; }
  void take(CircuitPtr circuit, Cycle now, Cycle at);
  void hold(const Packet& packet, Cycle from, Cycle to, Cycle serial);
  void wakes(WakeInterface& sender) { sender_.set(sender); }

  /// Whether its sender is known.
  bool is_bound() const { return sender_.is_set(); }
  std::uint64_t slot() const { return slot_; }
  /// Whether the sender has messages that wait for room at the far end; it has, unless it says that
  /// it has none.
  void await_room(bool waits) { is_awaited_ = waits; }
  /// Asks the processor for what a message needs.
  [[gnu::always_inline]] void prefetch() const {
    __builtin_prefetch(&free_from_);
    __builtin_prefetch(&used_);
    __builtin_prefetch(&counters_);
  }
  /// From now on arrivals are told of its messages.
  void follow() { is_followed_ = true; }
  /// It is as it was made.
  void reset();
  /// As RoutedLink::counters.
  LinkCounters counters(Cycle end) const;

 private:
  friend ReceivingEnd;

  /// A buffer at the far end, in use until the sender knows that it is free.
  struct Buffer {
    Cycle known;       ///< never: the message is still in it
    std::size_t hops;  ///< its class
  };

  void use_buffer(std::size_t hops, Cycle now);
  void count(const Packet& packet, Cycle from, Cycle to, Cycle serial);
  /// Whoever follows the link learns that it brings this message in cycle `usable`.
  void announce(const Packet& packet, Cycle usable);
  /// A buffer of this class is free by cycle `known`.
  void released(std::size_t hops, Cycle known);

  Cycle free_from_ = 0;
  const LinkTiming* timing_;
  ReceivingEnd* far_ = nullptr;
  const RoutedLinkSetting* setting_;
  Woken sender_;
  bool is_followed_ = false;
  bool is_awaited_ = true;
  alignas(64) boost::container::small_vector<Buffer, 1> used_;
  Cycle taken_ = ReceivingEnd::never;  ///< since when a circuit has it whose end is not known
  std::uint64_t slot_;
  std::int64_t latest_tasks_ = 0;  ///< as below; 0: it is a word
  LinkCounters counters_;
  // Of the latest message, which alone can begin in the cycle in which it shows that the run ended
  // with the cycle before, or outlast it: looked at is a run when the next cycle begins.
  Cycle latest_from_ = 0;
  Cycle latest_serial_ = 0;
};

inline const void* ReceivingEnd::near_line() const { return &near_->used_; }

}  // namespace isobar
