// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <systemc>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/cycle_clock.h"
#include "models/network/packet.h"
#include "models/network/routed_link.h"
#include "models/network/routed_link_interfaces.h"

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
  const bool& done;  ///< set when the run is over and no message moves any more
  const CycleClock& clock;
  sc_core::sc_time& active;  ///< the latest time at which anything happened in the fabric
};

/// Forwards the messages of its PE, if it has one, and of other nodes towards their destinations.
class Router : public sc_core::sc_module, public RouterInterface, public WakeInterface {
 public:
  // The links that leave and that come in, each bound in the order of the fabric's ports.
  sc_core::sc_port<RoutedSendInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> out{"out"};
  sc_core::sc_port<RoutedReceiveInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> in{"in"};
  /// Not bound in a switch, for which there are no messages.
  sc_core::sc_port<DeliveryInterface, 1, sc_core::SC_ZERO_OR_MORE_BOUND> pe{"pe"};

  void wake_at(Cycle cycle) override;
  /// Forgets all messages, in the middle of a cycle.
  void reset();
  /// Calls `see` with each message that is still in the router.
  virtual void visit(const std::function<void(const Packet&)>& see) const = 0;

 protected:
  Router(const sc_core::sc_module_name& name, Node node, const RouterSetting& setting);

  /// Does all that happens in this cycle; called again whenever the router is woken in it.
  virtual void act() = 0;
  virtual void forget() = 0;
  /// What `use` returns of the link that leaves (comes in) at a port: of the link itself where it
  /// may be used directly, else of its interface.
  template <class Use>
  auto leaving(std::size_t port, Use use) {
    if (auto* link = direct_out_[port]) return use(*link);
    return use(*out[static_cast<int>(port)]);
  }
  template <class Use>
  auto coming(std::size_t port, Use use) {
    if (auto* link = direct_in_[port]) return use(*link);
    return use(*in[static_cast<int>(port)]);
  }

  Cycle now() const { return setting_.clock.now(); }
  const Fabric& fabric() const { return setting_.experiment.fabric; }
  void wake_now() { wake_.notify(sc_core::SC_ZERO_TIME); }

  Node node_;
  RouterSetting setting_;

 private:
  void end_of_elaboration() override;
  void run();

  // By port, once elaboration has ended; null where a link may not be used directly.
  std::vector<RoutedLink*> direct_out_;
  std::vector<RoutedLink*> direct_in_;
  sc_core::sc_event wake_{"wake"};
};

/// Store-and-forward and virtual cut-through: a message goes on when it has come in whole, or as
/// soon as its header has; which of them, the links say. It begins only when the next node has room
/// for all of it, and stays in its buffer meanwhile. The messages of a port leave in the order in
/// which they came, but one that cannot begin yet is passed over.
class BufferedRouter final : public Router {
 public:
  BufferedRouter(const sc_core::sc_module_name& name, Node node, const RouterSetting& setting);

  void inject(PacketPtr packet) override;
  unsigned route_port(Node to) const override { return fabric().next_port(node_, to); }
  void visit(const std::function<void(const Packet&)>& see) const override;

 private:
  struct Waiting {
    PacketPtr packet;
    int from_port;   ///< the port at which it came in; −1 if it comes from the PE
    Cycle earliest;  ///< the first cycle in which it may leave
  };

  void act() override;
  void forget() override;
  void take_in();
  void queue(PacketPtr packet, int from_port);
  /// Sends what can leave by this port in this cycle. The next cycle in which more of a message is
  /// there, if that is all that it waits for.
  std::optional<Cycle> send(std::size_t port);
  template <class SendingEnd>
  std::optional<Cycle> send(std::size_t port, SendingEnd& link);

  std::vector<std::deque<Waiting>> waiting_;  ///< by port
};

}  // namespace isobar
