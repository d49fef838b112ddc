// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/executor/queue_side.h"
#include "models/link/task.h"
#include "models/measure/application_result.h"
#include "models/network/router.h"
#include "models/schemes/contract/scheme_statistics.h"

namespace isobar {

/// What a message-driven fabric needs of a processing element. MessageDrivenPe is one; another of
/// the user's own takes its place by MessageDrivenParts::pe. It acts in a delta after a cycle's
/// first, when its router has delivered all that can be used in the cycle, and tells RunSide what
/// the run is measured by (docs/systemc.md).
class MessageDrivenPeInterface : public DeliveryInterface {
 public:
  /// Binds the PE to its router, which must outlive it. Called once, before elaboration ends.
  virtual void bind_router(RouterInterface& router) = 0;
  /// Whether the PE can be reset; if one cannot, the fabric cannot.
  virtual bool can_reset() const { return false; }
  /// The PE returns to the state in which it was made, in the middle of a cycle; the next cycle is
  /// cycle 0.
  virtual void reset() {}

  /// The tasks in its queue.
  virtual Load load() const = 0;
  /// The side of its queue for an application outside the fabric, where no executor works; null if
  /// it has none.
  virtual QueueSide* outside() { return nullptr; }
  /// Tasks that it holds now, wherever in it they are.
  virtual std::vector<Task> tasks() const = 0;
  /// Whether it does nothing more unless a message comes.
  virtual bool is_resting() const = 0;
  /// Its executor's cycles in a run that took `end`.
  virtual ExecutorCounters executor_counters(Cycle end) const = 0;
  /// Most messages that ever waited to be handled.
  virtual std::size_t most_waiting() const { return 0; }
  /// What it counted of its own work, by the names that the scheme declares.
  virtual SchemeStatistics statistics() const { return {}; }
};

}  // namespace isobar
