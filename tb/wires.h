// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/experiment/rtl_parameters.h"
#include "models/link/link_interfaces.h"
#include "tb/wire.h"

namespace isobar {

/// The wires of all links of a fabric in which some PEs hear bits.
class Wires {
 public:
  /// `nodes` are the PEs that hear bits. The references must outlive the wires.
  Wires(const Experiment& experiment, const RtlParameters& parameters,
        const std::vector<Node>& nodes);
  ~Wires();
  Wires(const Wires&) = delete;
  Wires& operator=(const Wires&) = delete;

  /// The wire of the link that leaves a PE at a port of the fabric.
  Wire& leaving(Node node, unsigned port) {
    return wires_[std::size_t{node} * experiment_.fabric.degree() + port];
  }
  /// The wire of the link that comes in there.
  Wire& coming(Node node, unsigned port);
  /// What a model PE sends into instead of `usual`, so that its messages are seen as bits; null if
  /// nobody at the other end hears bits. The wires keep it.
  LinkSendInterface* sender(Node node, unsigned port, LinkSendInterface& usual);

 private:
  class Seen;

  const RtlLink& link(unsigned port) const;

  const Experiment& experiment_;
  const RtlParameters& parameters_;
  std::vector<bool> hears_;  ///< by node
  std::vector<Wire> wires_;  ///< by link slot
  std::vector<std::unique_ptr<Seen>> seen_;
};

/// What comes in at the ports of one PE, as bits at the ports of the RTL.
class IncomingBits {
 public:
  /// All must outlive it.
  IncomingBits(Wires& wires, const RtlParameters& parameters, const Fabric& fabric, Node node);

  /// The wire that comes in at a port of the fabric.
  const Wire& wire(unsigned port) const { return *wires_[port].wire; }
  /// The RTL's inputs in `cycle`: returns `valid_i` and writes `line_i` to `lines`.
  std::uint64_t read(Cycle cycle, std::vector<std::uint64_t>& lines) const;

 private:
  struct Incoming {
    const Wire* wire;
    std::size_t rtl_port;
  };

  std::size_t lanes_;            ///< of each of the RTL's ports
  std::vector<Incoming> wires_;  ///< by the fabric's port
};

}  // namespace isobar
