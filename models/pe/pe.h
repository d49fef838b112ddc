// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <systemc>

#include "models/link/link_channel.h"
#include "models/link/task.h"
#include "models/pe/lockstep.h"
#include "models/schemes/synchronous.h"

namespace isobar {

/// The registers of all PEs of a fabric, each a dense array so that a large fabric stays in cache.
/// A PE touches only its own part.
struct PeRegisters {
  PeRegisters(const Fabric& fabric, const SynchronousScheme& scheme);

  std::vector<TaskQueue> queues;         ///< by node
  std::vector<std::int64_t> heard;       ///< by link slot: the last word that port heard
  std::vector<std::int64_t> scheme;      ///< the scheme's, by node
  std::vector<Word> words;               ///< wires between scheme and ports, used within one
  std::vector<Order> orders;             ///< activation
};

/// A processing element: a task queue, ports, the hardware of one balancing scheme, and a place
/// for an executor, which takes tasks out and puts tasks in between the balancer's moments. It
/// knows what its ports heard, and nothing else of the fabric.
class Pe : public sc_core::sc_module {
 public:
  Pe(const sc_core::sc_module_name& name, Node node, const Experiment& experiment,
     PeRegisters& registers, Lockstep& lockstep, Meter& meter);

  // Ports in the fabric's order; port p is out[p] and in[p].
  sc_core::sc_port<LinkSource, 0, sc_core::SC_ZERO_OR_MORE_BOUND> out{"out"};
  sc_core::sc_port<LinkSink, 0, sc_core::SC_ZERO_OR_MORE_BOUND> in{"in"};

  Load load() const { return queue_.size(); }

 private:
  void act();
  void take_in();
  void announce();
  void decide();
  PeView view();

  const Node node_;
  const Experiment& experiment_;
  const SynchronousScheme& scheme_;
  PeRegisters& registers_;
  TaskQueue& queue_;
  std::int64_t* heard_;
  Lockstep& lockstep_;
  Meter& meter_;
};

}  // namespace isobar
