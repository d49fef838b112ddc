// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/link/link.h"
#include "models/link/task.h"
#include "models/schemes/contract/synchronous.h"

namespace isobar {

/// Memory that a PE other than the one that has this hint will use soon. It can be asked for, and
/// not read.
class CacheHint {
 public:
  CacheHint() = default;
  explicit CacheHint(const TaskQueue& queue) : queue_(&queue) {}
  [[gnu::always_inline]] void prefetch() const {
    if (queue_ != nullptr) queue_->prefetch();
  }

 private:
  const TaskQueue* queue_ = nullptr;
};

/// What one PE holds and sees.
struct PeState {
  PeView view;  ///< its load follows the queue
  TaskQueue queue;
  std::int64_t* heard = nullptr;  ///< where the ports write what the view shows
  /// By port, the links that the ports are bound to, where they can be used directly; else null.
  Link** out = nullptr;
  Link** in = nullptr;
  Load* credit = nullptr;  ///< by port: the room that was granted there; null without credits
  Load departing = 0;      ///< tasks that the latest decision let go
  Load granted = 0;        ///< room in the queue that was granted to others and is still theirs
  CacheHint soon;  ///< tasks, which are what is least likely in cache, of a PE that acts soon
};

/// The state of all PEs of a fabric in dense arrays, so that a large fabric stays in cache. A PE
/// gets its own part.
struct PeStates {
  PeStates(const Fabric& fabric, const SynchronousScheme& scheme, bool credits);

  std::vector<PeState> pes;             ///< by node
  std::vector<std::int64_t> heard;      ///< by link slot: the last word that port heard
  std::vector<Load> credit;             ///< by link slot; empty without credits
  std::vector<std::int64_t> registers;  ///< the scheme's, by node
  std::vector<Link*> out;               ///< by link slot
  std::vector<Link*> in;
};

}  // namespace isobar
