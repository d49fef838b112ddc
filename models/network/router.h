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

/// What a PE does at its router.
class RouterInterface : public virtual sc_core::sc_interface {
 public:
  /// The PE sends a message in this cycle, in a delta after the cycle's first. It waits in the PE
  /// until the router takes it.
  virtual void inject(PacketPtr packet) = 0;
  /// The port by which a message for another PE leaves.
  virtual unsigned way(Node to) const = 0;
};

/// What a router does at its PE.
class DeliveryInterface : public virtual sc_core::sc_interface {
 public:
  /// A message for the PE can be used from this cycle on; in the cycle's first delta.
  virtual void deliver(PacketPtr packet) = 0;
};

/// A router's part in the fabric: the links that leave its ports and that come in there; null at
/// the open end of a mesh.
struct RouterPorts {
  std::vector<RoutedLink*> out;
  std::vector<RoutedLink*> in;
};

/// What all routers of a fabric share.
struct RouterSetting {
  const Experiment& experiment;
  const bool& done;  ///< set when the run is over: nothing moves any more
  const CycleClock& clock;
};

/// Carries messages of its PE, if it has one, and of others towards where they go.
class Router : public sc_core::sc_module, public RouterInterface {
 public:
  /// Of a switch not bound: no message is for it.
  sc_core::sc_port<DeliveryInterface, 1, sc_core::SC_ZERO_OR_MORE_BOUND> pe{"pe"};

  /// A neighbour has sent something that can be used in cycle `usable`, or has freed a buffer.
  void wake_at(Cycle cycle);
  /// Routers by node, each of which this one's ports may have to wake.
  void meet(std::vector<Router*> neighbours) { neighbours_ = std::move(neighbours); }
  /// Messages that are still in it.
  virtual void visit(const std::function<void(const Packet&)>& see) const = 0;
  /// The run has ended before cycle `end`.
  virtual void close(Cycle /*end*/) {}

 protected:
  Router(const sc_core::sc_module_name& name, Node node, const RouterSetting& setting,
         RouterPorts ports);

  /// All that happens in this cycle, by now.
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

/// Store-and-forward: a message goes on when it has come in whole. A port's messages go in the
/// order in which they came, those first for which there is room.
class StoreAndForwardRouter final : public Router {
 public:
  StoreAndForwardRouter(const sc_core::sc_module_name& name, Node node,
                        const RouterSetting& setting, RouterPorts ports);

  void inject(PacketPtr packet) override;
  unsigned way(Node to) const override { return fabric().next_port(node_, to); }
  void visit(const std::function<void(const Packet&)>& see) const override;

 private:
  struct Waiting {
    PacketPtr packet;
    int from_port;  ///< at which it came in; −1: from the PE
  };

  void act() override;
  void take_in();
  void queue(PacketPtr packet, int from_port);
  void send(unsigned port);

  std::vector<std::deque<Waiting>> waiting_;  ///< by port
};

}  // namespace isobar
