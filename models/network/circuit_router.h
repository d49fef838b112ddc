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
  CircuitRouter(const sc_core::sc_module_name& name, Node node, const RouterSetting& setting);

  void header_at(Cycle cycle) override;
  void inject(PacketPtr packet) override;
  unsigned route_port(Node to) const override;
  void reset() override;
  void visit(const std::function<void(const Packet&)>& see) const override;

 private:
  void act() override;
  void arrive(CircuitPtr circuit);
  void take_in(Cycle cycle);
  void take(std::size_t port);
  template <class SendingEnd>
  void take(std::size_t port, SendingEnd& link);
  void pass(CircuitPtr circuit);

  std::vector<std::deque<CircuitPtr>> waiting_;          ///< by port
  Cycle next_header_ = never;                            ///< before which links need not be asked
  std::vector<std::pair<Cycle, PacketPtr>> deliveries_;  ///< for this PE, in order of time
};

}  // namespace isobar
