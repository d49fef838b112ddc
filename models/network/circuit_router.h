// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "models/network/router.h"

namespace isobar {

/// Circuit switching as in the Intel iPSC/2 (Nugent 1988). A header goes ahead and takes link after
/// link in dimension order, waiting where one is taken. The destination then acknowledges the
/// circuit, and the message passes all links at once, at the rate of the slowest. Set-up is paid
/// once, at the first link. Links that wrap around a ring are used by neighbours only, so that
/// circuits never wait for each other in a cycle (docs/network.md).
class CircuitRouter final : public Router {
 public:
  CircuitRouter(const sc_core::sc_module_name& name, Node node, const RouterSetting& setting,
                RouterPorts ports);

  void inject(PacketPtr packet) override;
  unsigned route_port(Node to) const override;
  void visit(const std::function<void(const Packet&)>& see) const override;
  /// Counts links that are held for messages that did not come before the run ended.
  void close(Cycle end) override;

 private:
  struct Taken {
    CircuitRouter* router;
    unsigned port;
    Cycle from;
  };
  struct Circuit {
    PacketPtr packet;
    std::vector<Taken> route;
  };
  using CircuitPtr = std::unique_ptr<Circuit>;
  struct Header {
    Cycle at;
    CircuitPtr circuit;
  };
  struct Out {
    std::deque<CircuitPtr> waiting;
    bool open = false;  ///< held by a circuit whose end is not known yet
    Cycle taken = 0;
    Cycle free_from = 0;
  };

  void act() override;
  void arrive(CircuitPtr circuit);
  void take(unsigned port);
  void pass(CircuitPtr circuit);
  void release(unsigned port, const Packet& packet, Cycle from, Cycle to, Cycle serial);

  std::vector<Out> out_;                                 ///< by port
  std::vector<std::deque<Header>> headers_;              ///< by the port at which they come in
  std::vector<std::pair<Cycle, PacketPtr>> deliveries_;  ///< for this PE, in order of time
};

}  // namespace isobar
