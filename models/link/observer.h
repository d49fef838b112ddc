// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/link/activity.h"
#include "models/link/message_label.h"
#include "models/types.h"

namespace isobar {

/// What can be watched in a run: a hook is called for each event, with the cycles in which it
/// holds, and in the same way at the levels `steps` and `cycles`. Calls come in the order in which
/// a level decides things, so a call can announce a change in a later cycle. Where several loads of
/// a PE are announced from one cycle on, the last one holds. Words of one link come in order of
/// their cycles, and so do its transfers and the decisions at a port. Every hook is empty unless
/// overridden.
class Observer {
 public:
  virtual ~Observer() = default;

  /// Phase `phase` of step `step` (from 0) begins in `start`.
  virtual void phase_begins(Cycle /*start*/, std::int64_t /*step*/, std::size_t /*phase*/) {}
  /// From cycle `from` on, PE `node` holds `load` tasks.
  virtual void load_changes(Cycle /*from*/, Node /*node*/, std::int64_t /*load*/) {}
  /// From cycle `from` on, an executor does this; if it works, it works on `task`.
  virtual void activity_changes(Cycle /*from*/, ExecutorId /*executor*/, Activity /*activity*/,
                                std::uint64_t /*task*/) {}
  /// In `cycle`, an executor of PE `node` asks the queue for a task and gets this one; none: it is
  /// refused. In a lockstep fabric it has a task that it gets from the next cycle on; in a
  /// message-driven one the cycle is the one after that in which it chose to ask, and it has the
  /// task in it.
  virtual void task_fetched(Cycle /*cycle*/, Node /*node*/, std::optional<std::uint64_t> /*task*/) {
  }
  /// In `cycle`, an executor of PE `node` offers the queue this task, which is accepted or not.
  virtual void task_offered(Cycle /*cycle*/, Node /*node*/, std::uint64_t /*task*/,
                            bool /*accepted*/) {}
  /// PE `node` decides in `cycle` to send `tasks` out of `port`.
  virtual void decides(Cycle /*cycle*/, Node /*node*/, unsigned /*port*/, std::int64_t /*tasks*/) {}
  /// A word keeps link slot `link` busy in from … to − 1.
  virtual void word_sent(std::uint64_t /*link*/, Cycle /*from*/, Cycle /*to*/,
                         std::int64_t /*value*/) {}
  /// A credit, which grants room for `tasks` tasks, keeps link slot `link` busy in from … to − 1.
  /// Who does not tell it from other words sees a word.
  virtual void credit_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) {
    word_sent(link, from, to, tasks);
  }
  /// A status word, by which PEs learn that a phase is over, keeps link slot `link` busy in from …
  /// to − 1. Who does not tell it from other words sees a word of value 1.
  virtual void status_sent(std::uint64_t link, Cycle from, Cycle to) {
    word_sent(link, from, to, 1);
  }
  /// A transfer keeps link slot `link` busy in from … to − 1.
  virtual void transfer_sent(std::uint64_t /*link*/, Cycle /*from*/, Cycle /*to*/,
                             std::int64_t /*tasks*/) {}
  /// In a message-driven fabric: what the message is of which word_sent or transfer_sent follows,
  /// with the same link and cycles.
  virtual void message_sent(std::uint64_t /*link*/, Cycle /*from*/, Cycle /*to*/,
                            const MessageLabel& /*label*/) {}
  /// The bits of a task go over link slot `link` from cycle `from` on, as part of a transfer that
  /// transfer_sent has announced; one call for each of its tasks, in their order. Where PEs hold
  /// loads and no tasks, at level `steps` without an application, there is none.
  virtual void task_sent(std::uint64_t /*link*/, Cycle /*from*/, std::uint64_t /*task*/) {}
  /// Between routers with buffers: a message that will go on at the far end of link slot `link`
  /// begins to come, and takes a buffer there from `from` on.
  virtual void buffer_taken(std::uint64_t /*link*/, Cycle /*from*/) {}
  /// It has left: the buffer is free from `from` on, which can be a later cycle.
  virtual void buffer_freed(std::uint64_t /*link*/, Cycle /*from*/) {}
  /// From cycle `from` on, a circuit holds link slot `link`, which is busy until the end that the
  /// circuit's word_sent or transfer_sent tells, with the same `from`, once it is known; else until
  /// the run ends.
  virtual void link_taken(std::uint64_t /*link*/, Cycle /*from*/) {}
  /// A step ends: after `steps` steps, before cycle `cycle`.
  virtual void step_ends(Cycle /*cycle*/, std::int64_t /*steps*/, bool /*shared*/,
                         bool /*balanced*/) {}
  /// Whether the observer can follow a fabric that is reset; one that cannot prevents it.
  virtual bool can_restart() const { return false; }
  /// In the middle of a cycle: the fabric is reset, and the next cycle is cycle 0.
  virtual void restarts() {}

 protected:
  Observer() = default;
  Observer(const Observer&) = default;
  Observer& operator=(const Observer&) = default;
};

}  // namespace isobar
