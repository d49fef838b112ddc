// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <systemc>
#include <vector>

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

/// One directed link between two routers, and the buffers at its far end. It carries one message at
/// a time and counts what it carries. A message that has gone over h links waits in a buffer of
/// class h, of which there are `buffers`. When a buffer is free again the far end signals that to
/// the sender by a line with the latency of the link (docs/network.md).
class RoutedLink : public RoutedSendInterface, public RoutedReceiveInterface {
 public:
  /// `slot` is its number in the fabric; `observer` may be null.
  RoutedLink(const LinkTiming& timing, std::uint64_t slot, const Forwarding& forwarding,
             Observer* observer, Arrivals& arrivals)
      : timing_(timing),
        forwarding_(forwarding),
        slot_(slot),
        observer_(observer),
        arrivals_(arrivals) {}

  // Final, so that a router that uses the link directly calls no virtual function.
  RoutedLink* direct_send() final { return this; }
  RoutedLink* direct_receive() final { return this; }
  void wakes_sender(WakeInterface& sender) final { sender_ = &sender; }
  const LinkTiming& timing() const final { return timing_; }
  Cycle free_from() const final { return free_from_; }
  bool has_room(std::size_t hops, Cycle now) final;
  std::optional<Cycle> next_room(Cycle now) const final;
  void send(PacketPtr packet, Cycle now, bool stays) final;
  bool is_taken() const final { return taken_.has_value(); }
  void take(CircuitPtr circuit, Cycle now, Cycle at) final;
  void hold(const Packet& packet, Cycle from, Cycle to, Cycle serial) final;

  void wakes_receiver(WakeInterface& receiver) final { receiver_ = &receiver; }
  PacketPtr receive(Cycle now) final {
    if (flights_.empty() || flights_.front().usable > now) return nullptr;
    return flights_.pop().packet;
  }
  std::optional<Cycle> next_arrival() const final {
    if (flights_.empty()) return std::nullopt;
    return flights_.front().usable;
  }
  void release(std::size_t hops, Cycle left, Cycle latency) final;
  CircuitPtr receive_header(Cycle now) final {
    if (headers_.empty() || headers_.front().at > now) return nullptr;
    return headers_.pop().circuit;
  }
  std::optional<Cycle> next_header() const final {
    if (headers_.empty()) return std::nullopt;
    return headers_.front().at;
  }

  /// Notified in the first delta of the cycle in which all of a message can be used. Costs nothing
  /// unless somebody asks for it.
  const sc_core::sc_event& default_event() const override { return followed().event; }
  /// The message that arrived last, since somebody first asked for default_event().
  const Arrival& arrival() const { return followed().latest; }

  /// Forgets all messages and counters: the link is as it was made.
  void reset() final;
  std::uint64_t slot() const { return slot_; }
  /// Whether the routers at both ends are known.
  bool is_between_routers() const { return sender_ != nullptr && receiver_ != nullptr; }
  /// The counters of a run that ended before cycle `end`. A circuit that holds the link then for a
  /// message that has not come counts as set-up.
  LinkCounters counters(Cycle end) const;
  /// Calls `see` with each message that is on the link.
  void visit(const std::function<void(const Packet&)>& see) const final;

 private:
  struct Flight {
    Cycle usable = 0;  ///< the first cycle in which the receiver can use it, or its header
    PacketPtr packet;
  };

  struct Freed {
    Cycle known = 0;
    std::size_t hops = 0;
  };

  struct Sent {
    Cycle from = 0;
    Cycle to = 0;
    Cycle serial = 0;
    std::int64_t tasks = 0;  ///< 0 for a word
  };

  struct Header {
    Cycle at = 0;
    CircuitPtr circuit;
  };

  void count(const Packet& packet, Cycle from, Cycle to, Cycle serial);
  /// Whoever follows the link learns that it brings this message in cycle `usable`.
  void announce(const Packet& packet, Cycle usable);
  Arrivals::OfLink& followed() const {
    is_followed_ = true;
    return arrivals_.of(this);
  }
  void collect(Cycle now);

  // What routers look at whenever they are woken comes first.
  Fifo<Flight> flights_;  ///< in order of time
  Cycle free_from_ = 0;
  const LinkTiming& timing_;
  WakeInterface* sender_ = nullptr;
  WakeInterface* receiver_ = nullptr;
  std::vector<std::int64_t> used_;  ///< buffers, by class
  std::vector<Freed> freed_;        ///< buffers free by the cycle in `known`, in order of time
  Forwarding forwarding_;
  std::optional<Cycle> taken_;  ///< since when a circuit has it whose end is not known
  Fifo<Header> headers_;
  std::uint64_t slot_;
  Observer* observer_;
  Arrivals& arrivals_;
  mutable bool is_followed_ = false;
  LinkCounters counters_;
  std::array<Sent, 2> latest_;  ///< the only messages that can begin after the end of a run
};

/// The same with a name in the hierarchy, as LinkChannel.
class RoutedChannel final : public sc_core::sc_prim_channel, public RoutedLink {
 public:
  RoutedChannel(const char* name, const LinkTiming& timing, std::uint64_t slot,
                const Forwarding& forwarding, Observer* observer, Arrivals& arrivals)
      : sc_prim_channel(name), RoutedLink(timing, slot, forwarding, observer, arrivals) {}

  const char* kind() const override { return "isobar::RoutedChannel"; }
};

/// What a router's port is bound to at the open end of a mesh: nothing comes in, and nothing can
/// be sent.
class OpenEnd final : public RoutedSendInterface, public RoutedReceiveInterface {
 public:
  explicit OpenEnd(const Rational& clock) : timing_({}, clock) {}

  void wakes_sender(WakeInterface& /*sender*/) override {}
  const LinkTiming& timing() const override { return timing_; }
  Cycle free_from() const override { return 0; }
  bool has_room(std::size_t /*hops*/, Cycle /*now*/) override { return false; }
  std::optional<Cycle> next_room(Cycle /*now*/) const override { return std::nullopt; }
  void send(PacketPtr /*packet*/, Cycle /*now*/, bool /*stays*/) override { refuse(); }
  bool is_taken() const override { return false; }
  void take(CircuitPtr /*circuit*/, Cycle /*now*/, Cycle /*at*/) override { refuse(); }
  void hold(const Packet& /*packet*/, Cycle /*from*/, Cycle /*to*/, Cycle /*serial*/) override {
    refuse();
  }

  void wakes_receiver(WakeInterface& /*receiver*/) override {}
  PacketPtr receive(Cycle /*now*/) override { return nullptr; }
  std::optional<Cycle> next_arrival() const override { return std::nullopt; }
  void release(std::size_t /*hops*/, Cycle /*left*/, Cycle /*latency*/) override { refuse(); }
  CircuitPtr receive_header(Cycle /*now*/) override { return nullptr; }
  std::optional<Cycle> next_header() const override { return std::nullopt; }

 private:
  [[noreturn]] static void refuse();

  LinkTiming timing_;
};

}  // namespace isobar
