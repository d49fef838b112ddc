// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/executor/queue_side.h"
#include "models/link/link_interfaces.h"
#include "models/link/task.h"
#include "models/pe/landing_listener.h"
#include "models/pe/slot_interface.h"
#include "models/schemes/contract/scheme_statistics.h"

namespace isobar {

/// What a lockstep fabric needs of a processing element. Pe is one; another of the user's own takes
/// its place by FabricParts::pe. At each tick it first takes in what has come to the ports at which
/// it listens, then does what the slot counter's wires say (docs/systemc.md), and reports what it
/// did to PeReports.
class PeInterface : public QueueSide {
 public:
  /// Binds the next port: the link that leaves there and the one that comes in. Called for every
  /// port of the fabric, in order, during construction.
  virtual void bind_port(LinkSendInterface& out, LinkReceiveInterface& in) = 0;
  /// Binds the PE to the slot counter, which must outlive it. Called once, before elaboration ends.
  virtual void bind_slot(SlotInterface& slot) = 0;
  /// Where the slot counter sends the status words that leave by a port bound before; `usual` is
  /// what was bound there. A PE that shows its messages in another form shows these too.
  virtual LinkSendInterface& status_sender(unsigned /*port*/, LinkSendInterface& usual) {
    return usual;
  }
  /// The executor that rests until tasks land; none if no application runs.
  virtual void attach(LandingListener& executor) = 0;
  /// Whether the PE can be reset; if one cannot, the fabric cannot.
  virtual bool can_reset() const { return false; }
  /// The PE returns to the state in which it was made, in the middle of a cycle. The initial tasks
  /// follow by `fill`, and the next cycle is cycle 0.
  virtual void reset() {}
  /// Puts an initial task at the tail of the queue, before cycle 0.
  virtual void fill(Task task) = 0;

  /// The tasks that it holds now.
  virtual Load load() const = 0;
  /// These, oldest first.
  virtual const TaskQueue& queue() const = 0;
  /// What it counted of its own work, by the names that the scheme declares.
  virtual SchemeStatistics statistics() const { return {}; }
};

}  // namespace isobar
