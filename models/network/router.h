// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <utility>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/cycle_clock.h"
#include "models/network/link_ends.h"
#include "models/network/packet.h"
#include "models/network/port_queue.h"
#include "models/network/routed_link_interfaces.h"
#include "models/network/sequencer.h"

namespace isobar {

/// What a PE can ask of its router.
class RouterInterface : public virtual sc_core::sc_interface {
 public:
  /// Sends a message of the PE in this cycle; called in a delta after the cycle's first one. The
  /// message waits here until a link is free.
  virtual void inject(PacketPtr packet) = 0;
  /// The port by which a message for another PE leaves.
  virtual unsigned route_port(Node to) const = 0;
};

/// What a router does to its PE.
class DeliveryInterface : public virtual sc_core::sc_interface {
 public:
  /// Hands over a message for the PE, which can be used from this cycle on; called in the cycle's
  /// first delta.
  virtual void deliver(PacketPtr packet) = 0;
};

/// What all routers of a fabric share.
struct RouterSetting {
  const Experiment& experiment;
  Sequencer& sequencer;   ///< which wakes them
  const Cycle* arrivals;  ///< by link slot of the receiver's port, as ReceivingEnd shows them
  bool names;             ///< whether the routers' ports are objects of the hierarchy
};

/// The ports of a router as objects of the hierarchy.
struct RouterPorts {
  // The links that leave and that come in, each bound in the order of the fabric's ports.
  sc_core::sc_port<RoutedSendInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> out{"out"};
  sc_core::sc_port<RoutedReceiveInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> in{"in"};
  /// Not bound in a switch, for which there are no messages.
  sc_core::sc_port<DeliveryInterface, 1, sc_core::SC_ZERO_OR_MORE_BOUND> pe{"pe"};
};

/// Forwards the messages of its PE, if it has one, and of other nodes towards their destinations.
class Router : public sc_core::sc_module, public RouterInterface, public WakeInterface, Actor {
 public:
  /// Binds the links of the fabric's next port; called for each port in order.
  void bind_port(RoutedSendInterface& leaves, RoutedReceiveInterface& comes);
  /// Binds the router to its PE; not called for a switch, for which there are no messages.
  void bind_pe(DeliveryInterface& pe);
  void wake_at(Cycle cycle) override { alarm_.set(cycle); }
  const Alarm* alarm() const override { return &alarm_; }
  /// Forgets all messages, in the middle of a cycle.
  virtual void reset() = 0;
  /// Calls `see` with each message that is still in the router.
  virtual void visit(const std::function<void(const Packet&)>& see) const = 0;

 protected:
  Router(const sc_core::sc_module_name& name, Node node, const RouterSetting& setting);

  void end_of_elaboration() override;

  /// What `use` returns of the link that leaves (comes in) at a port: of the link itself where it
  /// may be used directly, else of its interface.
  template <class Use>
  auto leaving(std::size_t port, Use use) {
    if (auto* link = direct_[port].out) return use(*link);
    return use(*bound_[port].out);
  }
  template <class Use>
  auto coming(std::size_t port, Use use) {
    if (auto* link = direct_[port].in) return use(*link);
    return use(*bound_[port].in);
  }
  /// The next arrival at a port; ReceivingEnd::never: none is known.
  Cycle arrival(std::size_t port) const {
    if (direct_[port].in != nullptr) return arrivals_[port];
    return bound_[port].in->next_arrival().value_or(ReceivingEnd::never);
  }
  /// The router's PE has a message.
  void deliver(PacketPtr packet) { pe_->deliver(std::move(packet)); }

  Cycle now() const { return setting_.sequencer.now(); }
  const Fabric& fabric() const { return setting_.experiment.fabric; }
  void wake_now() { alarm_.set_now(); }

  struct Direct {
    SendingEnd* out;
    ReceivingEnd* in;
  };

  Node node_;
  RouterSetting setting_;
  struct Bound {
    RoutedSendInterface* out;
    RoutedReceiveInterface* in;
  };

  // Once elaboration has ended, by port.
  std::vector<Direct> direct_;  ///< null where a link may not be used directly
  std::vector<Bound> bound_;
  const Cycle* arrivals_;  ///< by port, of links that can be

 private:
  void connect(RoutedSendInterface& leaves, RoutedReceiveInterface& comes);

  Alarm alarm_;
  DeliveryInterface* pe_ = nullptr;
  std::unique_ptr<RouterPorts> ports_;  ///< null without names
};

/// Store-and-forward and virtual cut-through: a message goes on when it has come in whole, or as
/// soon as its header has; which of them, the links say. It begins only when the next node has room
/// for all of it, and stays in its buffer meanwhile. The messages of a port leave in the order in
/// which they came, but one that cannot begin yet is passed over. Of a message to many PEs it makes
/// copies, one for each port behind which some of them lie.
class BufferedRouter final : public Router {
 public:
  BufferedRouter(const sc_core::sc_module_name& name, Node node, const RouterSetting& setting);

  void inject(PacketPtr packet) override;
  unsigned route_port(Node to) const override { return fabric().next_port(node_, to); }
  void reset() override;
  void visit(const std::function<void(const Packet&)>& see) const override;

 private:
  void act() override;
  void prepare(unsigned stage) override;
  void end_of_elaboration() override;
  void take_in();
  /// Hands over what has come in whole by now of messages of which copies have gone on.
  void deliver_due();
  /// Sends a copy of a message to many PEs by each port behind which some of them lie, and keeps
  /// one for this PE if it is among them. Returns whether all copies left.
  bool spread(PacketPtr packet, int from_port);
  /// A message begins to wait at a port.
  void wait(std::size_t port, PortQueue::Waiting waiting);
  /// Sends a message by its port if it can leave at once and none waits there; else it waits.
  /// Returns whether it left.
  bool forward(PacketPtr packet, int from_port);
  /// Sends what can leave by this port in this cycle. The next cycle in which more of a message is
  /// there, if that is all that it waits for.
  std::optional<Cycle> send(std::size_t port);
  template <class SendingEnd>
  std::optional<Cycle> send(std::size_t port, SendingEnd& link);
  /// The class of the buffer that a message needs at the other end of a port's link.
  std::uint32_t buffer_class(const Packet& packet, std::size_t port) const;
  /// Whether there is a buffer of this class for a message that begins now.
  template <class SendingEnd>
  bool has_room(std::uint32_t buffer_class, SendingEnd& link);
  template <class SendingEnd>
  void begin(PacketPtr packet, int from_port, std::size_t port, SendingEnd& link);

  struct Port {
    PortQueue waiting{};
    Node there;  ///< at the other end of the link; at an open end itself
  };

  std::vector<Port> ports_;
  std::size_t all_waiting_ = 0;  ///< at all ports
  /// Ports at which a message comes in now, as far as memory has been asked for.
  boost::container::small_vector<unsigned, 4> coming_;
  /// For this PE, in order of time: what will have come in whole, while copies of it go on.
  std::vector<std::pair<Cycle, PacketPtr>> deliveries_;
  bool is_direct_ = true;  ///< all links that come in can be used directly
};

}  // namespace isobar
