// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/link/link.h"
#include "models/link/link_interfaces.h"
#include "models/link/task.h"
#include "models/pe/landing_listener.h"
#include "models/schemes/contract/synchronous.h"

namespace isobar {

/// What few PEs have: links that they reach by their interfaces only, and an executor.
struct PeBindings {
  std::vector<LinkSendInterface*> out;  ///< by port; null where it has the link itself
  std::vector<LinkReceiveInterface*> in;
  LandingListener* executor = nullptr;  ///< null if no application runs
};

/// What one PE holds, in a line of cache.
struct alignas(64) PeState {
  TaskQueue queue;
  std::int64_t* heard = nullptr;         ///< by port; behind it what PeShape says
  Link** links = nullptr;                ///< as out() and in() say
  const PeBindings* bindings = nullptr;  ///< null where there are none
  Load granted = 0;  ///< room in the queue that was granted to others and is still theirs
  std::uint32_t departing = 0;  ///< tasks that the latest decision let go
  Node node = 0;

  /// The link that leaves by a port, where it can be used directly; else null.
  Link*& out(unsigned port) const { return links[2 * std::size_t{port}]; }
  /// The link that comes in there, likewise.
  Link*& in(unsigned port) const { return links[2 * std::size_t{port} + 1]; }
};

/// How many values the PEs of a fabric hold each: by port the last word that was heard, the
/// scheme's registers, and with credits by port the room that was granted there.
struct PeShape {
  PeShape(const Fabric& fabric, const SynchronousScheme& scheme)
      : ports(fabric.degree()), registers(scheme.registers()) {}

  /// What the scheme sees of a PE.
  PeView view(const PeState& pe) const {
    return {pe.node, pe.queue.size(), {pe.heard, ports}, {pe.heard + ports, registers}};
  }
  Load* credit(const PeState& pe) const { return pe.heard + ports + registers; }

  std::size_t ports;
  std::size_t registers;
};

/// The state of all PEs of a fabric in dense arrays, so that a large fabric stays in cache. A PE
/// gets its own part.
struct PeStates {
  PeStates(const Fabric& fabric, const PeShape& shape, bool credits);

  std::vector<PeState> pes;          ///< by node
  std::vector<std::int64_t> values;  ///< by node
  std::vector<Link*> links;          ///< by link slot: the one that leaves, the one that comes in
};

}  // namespace isobar
