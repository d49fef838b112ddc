// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <systemc>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/cycle_clock.h"
#include "models/network/packet.h"
#include "models/network/routed_link.h"

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

/// The links that leave a router's ports and those that come in there; null at the open end of a
/// mesh.
struct RouterPorts {
  std::vector<RoutedLink*> out;
  std::vector<RoutedLink*> in;
};

/// What all routers of a fabric share.
struct RouterSetting {
  const Experiment& experiment;
  const bool& done;  ///< set when the run is over and no message moves any more
  const CycleClock& clock;
};

/// Forwards the messages of its PE, if it has one, and of other nodes towards their destinations.
class Router : public sc_core::sc_module, public RouterInterface {
 public:
  /// Not bound in a switch, for which there are no messages.
  sc_core::sc_port<DeliveryInterface, 1, sc_core::SC_ZERO_OR_MORE_BOUND> pe{"pe"};

  /// A neighbour has sent something that can be used in cycle `usable`, or has freed a buffer.
  void wake_at(Cycle cycle);
  /// Sets the routers at the other ends of this one's ports, by port, which it has to wake.
  void meet(std::vector<Router*> neighbours) { neighbours_ = std::move(neighbours); }
  /// Calls `see` with each message that is still in the router.
  virtual void visit(const std::function<void(const Packet&)>& see) const = 0;
  /// The run has ended before cycle `end`.
  virtual void close(Cycle /*end*/) {}

 protected:
  Router(const sc_core::sc_module_name& name, Node node, const RouterSetting& setting,
         RouterPorts ports);

  /// Does all that happens in this cycle; called again whenever the router is woken in it.
  virtual void act() = 0;

  Cycle now() const { return setting_.clock.now(); }
  const Fabric& fabric() const { return setting_.experiment.fabric; }
  void wake_now() { wake_.notify(sc_core::SC_ZERO_TIME); }

  Node node_;
  RouterSetting setting_;
  RouterPorts ports_;
  std::vector<Router*> neighbours_;  ///< by port

 private:
  void run();

  sc_core::sc_event wake_{"wake"};
};

/// Store-and-forward: a message goes on when it has come in whole. The messages of a port leave in
/// the order in which they came, but one for which the next node has no room is passed over.
class StoreAndForwardRouter final : public Router {
 public:
  StoreAndForwardRouter(const sc_core::sc_module_name& name, Node node,
                        const RouterSetting& setting, RouterPorts ports);

  void inject(PacketPtr packet) override;
  unsigned route_port(Node to) const override { return fabric().next_port(node_, to); }
  void visit(const std::function<void(const Packet&)>& see) const override;

 private:
  struct Waiting {
    PacketPtr packet;
    int from_port;  ///< the port at which it came in; −1 if it comes from the PE
  };

  void act() override;
  void take_in();
  void queue(PacketPtr packet, int from_port);
  void send(unsigned port);

  std::vector<std::deque<Waiting>> waiting_;  ///< by port
};

}  // namespace isobar
