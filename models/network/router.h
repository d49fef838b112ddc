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
  Sequencer& sequencer;  ///< which wakes them
  bool names;            ///< whether the routers' ports are objects of the hierarchy
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
    if (auto* link = links_[port].out) return use(*link);
    return use(*bound_[port].out);
  }
  template <class Use>
  auto coming(std::size_t port, Use use) {
    if (auto* link = links_[port].in) return use(*link);
    return use(*bound_[port].in);
  }
  /// The next arrival at a port; never: none is known.
  Cycle arrival(std::size_t port) const {
    if (links_[port].in != nullptr) return links_[port].next.usable;
    return bound_[port].in->next_arrival().value_or(never);
  }
  /// The router's PE has a message.
  void deliver(PacketPtr packet) { pe_->deliver(std::move(packet)); }

  Node node() const { return alarm_.node(); }
  Cycle now() const { return alarm_.now(); }
  const Fabric& fabric() const { return setting_.experiment.fabric; }
  void wake_now() { alarm_.set_now(); }

  /// The links of a port, null where they may not be used directly.
  struct Links {
    Incoming next;  ///< that `in` brings
    SendingEnd* out;
    ReceivingEnd* in;
  };
  struct Bound {
    RoutedSendInterface* out;
    RoutedReceiveInterface* in;
  };

 private:
  void connect(RoutedSendInterface& leaves, RoutedReceiveInterface& comes);

  // What it touches whenever it acts lies in the three lines of cache with which an actor begins.
  Alarm alarm_;
  DeliveryInterface* pe_ = nullptr;

 protected:
  bool is_direct_ = true;          ///< all links that come in can be used directly
  bool delivers_later_ = false;    ///< what is here for its PE already
  std::uint16_t coming_ = 0;       ///< a port by which a message comes in now, while it prepares
  std::uint32_t all_waiting_ = 0;  ///< messages that wait at its ports
  // Once elaboration has ended, by port.
  boost::container::small_vector<Links, 4> links_;
  std::vector<Bound> bound_;

 private:
  RouterSetting setting_;
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
  unsigned route_port(Node to) const override { return fabric().next_port(node(), to); }
  void reset() override;
  void visit(const std::function<void(const Packet&)>& see) const override;

 private:
  void act() override;
  void prepare(unsigned stage) override;
  /// As prepare(), for what waits here.
  void prepare_waiting(unsigned stage) const;
  void end_of_elaboration() override;
  /// Takes in what has come by links that can be used directly. Returns when more comes,
  /// never if that is not known.
  Cycle take_in(Cycle cycle);
  Cycle take_in_from_any(Cycle cycle);
  template <class ReceivingEnd>
  void take_in(int port, ReceivingEnd& link, Cycle cycle);
  /// Hands over what has come in whole by now of messages of which copies have gone on.
  void deliver_due();
  /// Sends a copy of a message to many PEs by each port behind which some of them lie, and keeps
  /// one for this PE if it is among them. Returns whether all copies left.
  bool spread(PacketPtr packet, int from_port);
  /// A message begins to wait at a port.
  void wait(std::size_t port, PortQueue::Waiting waiting);
  /// Notes by which port a message goes on from node `from`, and how many links by that.
  void set_leg(Packet& packet, Node from) const;
  /// Sends a message by its port if it can leave at once and none waits there; else it waits.
  /// Returns whether it left.
  bool forward(PacketPtr packet, int from_port);
  /// Sends what can leave by this port in this cycle. Returns the next one in which more may,
  /// never if that is not known.
  Cycle send(std::size_t port);
  template <class SendingEnd>
  Cycle send(std::size_t port, SendingEnd& link);
  /// The node at the other end of a port's link.
  static Node there(std::size_t /*port*/, const SendingEnd& link) { return link.there(); }
  Node there(std::size_t port, const RoutedSendInterface& link) const;
  /// The class of the buffer that a message needs at the next node of its route.
  static std::uint32_t buffer_class(const Packet& packet, Node there);
  /// Whether there is a buffer of this class for a message that begins now.
  template <class SendingEnd>
  bool has_room(std::uint32_t buffer_class, SendingEnd& link);
  template <class SendingEnd>
  void begin(PacketPtr packet, int from_port, std::size_t port, SendingEnd& link);

  std::vector<PortQueue> waiting_;  ///< by port
  /// For this PE, in order of time: what will have come in whole, while copies of it go on.
  std::vector<std::pair<Cycle, PacketPtr>> deliveries_;
};

}  // namespace isobar
