// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/link/link_end.h"
#include "models/link/task.h"
#include "models/pe/landing_listener.h"
#include "models/schemes/contract/synchronous.h"

namespace isobar {

/// What one PE holds and sees.
struct PeState {
  PeView view;  ///< its load follows the queue
  TaskQueue queue;
  std::int64_t* heard = nullptr;       ///< where the ports write what the view shows
  LinkEndInterface** ports = nullptr;  ///< what they are bound to
};

/// The state of all PEs of a fabric in dense arrays, so that a large fabric stays in cache. A PE
/// touches only its own part.
struct PeStates {
  PeStates(const Fabric& fabric, const SynchronousScheme& scheme);

  /// PE `node` acts now: asks the processor for the tasks, which are what is least likely in cache,
  /// of a PE that acts soon. The kernel wakes the newest module first.
  void prefetch_after(Node node) const {
    constexpr Node ahead = 8;
    if (node >= ahead) pes[node - ahead].queue.prefetch();
  }

  std::vector<PeState> pes;              ///< by node
  std::vector<std::int64_t> heard;       ///< by link slot: the last word that port heard
  std::vector<std::int64_t> registers;   ///< the scheme's, by node
  std::vector<LinkEndInterface*> ports;  ///< by link slot
  std::vector<Load> departing;           ///< by node: tasks that the latest decision let go
  LandingListener* listener = nullptr;   ///< null where no application runs
  Words words;  ///< wires between scheme and ports, used within one activation
  Orders orders;
};

}  // namespace isobar
