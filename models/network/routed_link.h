// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <systemc>
#include <utility>

#include "models/link/arrivals.h"
#include "models/link/link_counters.h"
#include "models/link/timing.h"
#include "models/network/link_ends.h"
#include "models/network/packet.h"
#include "models/network/routed_link_interfaces.h"

namespace isobar {

/// One directed link between two routers, and the buffers at its far end. It carries one message at
/// a time and counts what it carries. A message that has gone over h links waits in a buffer of
/// class h, of which there are `buffers`. When a buffer is free again the far end signals that to
/// the sender by a line with the latency of the link (docs/network.md). Routers use its two ends
/// directly; it is the channel in front of them.
class RoutedLink : public RoutedSendInterface, public RoutedReceiveInterface {
 public:
  /// All must outlive it.
  RoutedLink(SendingEnd& near, ReceivingEnd& far, Arrivals& arrivals)
      : near_(near), far_(far), arrivals_(arrivals) {}

  SendingEnd* direct_send() final { return &near_; }
  ReceivingEnd* direct_receive() final { return &far_; }
  void wakes_sender(WakeInterface& sender) final { near_.wakes(sender); }
  const LinkTiming& timing() const final { return near_.timing(); }
  Cycle free_from() const final { return near_.free_from(); }
  bool has_room(std::size_t hops, Cycle now) final { return near_.has_room(hops, now); }
  std::optional<Cycle> next_room(Cycle now) const final { return near_.next_room(now); }
  void send(PacketPtr packet, Cycle now, bool stays) final {
    near_.send(std::move(packet), now, stays);
  }
  bool is_taken() const final { return near_.is_taken(); }
  void take(CircuitPtr circuit, Cycle now, Cycle at) final {
    near_.take(std::move(circuit), now, at);
  }
  void hold(const Packet& packet, Cycle from, Cycle to, Cycle serial) final {
    near_.hold(packet, from, to, serial);
  }

  void wakes_receiver(WakeInterface& receiver) final { far_.wakes(receiver); }
  PacketPtr receive(Cycle now) final { return far_.receive(now); }
  std::optional<Cycle> next_arrival() const final { return far_.next_arrival(); }
  void release(std::size_t hops, Cycle left, Cycle latency) final {
    far_.release(hops, left, latency);
  }
  CircuitPtr receive_header(Cycle now) final { return far_.receive_header(now); }
  std::optional<Cycle> next_header() const final { return far_.next_header(); }

  /// Notified in the first delta of the cycle in which all of a message can be used. Costs nothing
  /// unless somebody asks for it.
  const sc_core::sc_event& default_event() const override { return followed().event; }
  /// The message that arrived last, since somebody first asked for default_event().
  const Arrival& arrival() const { return followed().latest; }

  /// Forgets all messages and counters: the link is as it was made.
  void reset() final {
    near_.reset();
    far_.reset();
  }
  std::uint64_t slot() const { return near_.slot(); }
  /// Whether the routers at both ends are known.
  bool is_between_routers() const { return near_.is_bound() && far_.is_bound(); }
  /// The counters of a run that ended before cycle `end`. A circuit that holds the link then for a
  /// message that has not come counts as set-up.
  LinkCounters counters(Cycle end) const { return near_.counters(end); }
  /// Calls `see` with each message that is on the link.
  void visit(const std::function<void(const Packet&)>& see) const final { far_.visit(see); }

 private:
  Arrivals::OfLink& followed() const {
    near_.follow();
    return arrivals_.of(&near_);
  }

  SendingEnd& near_;
  ReceivingEnd& far_;
  Arrivals& arrivals_;
};

/// The same with a name in the hierarchy, as LinkChannel.
class RoutedChannel final : public sc_core::sc_prim_channel, public RoutedLink {
 public:
  RoutedChannel(const char* name, SendingEnd& near, ReceivingEnd& far, Arrivals& arrivals)
      : sc_prim_channel(name), RoutedLink(near, far, arrivals) {}

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
