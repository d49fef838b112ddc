// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "models/errors.h"
#include "models/link/link.h"
#include "models/link/task.h"

namespace isobar {

/// The sending end of a directed link.
class LinkSendInterface : public virtual sc_core::sc_interface {
 public:
  /// Sends a word whose first bit enters in cycle `start`. Returns the first cycle in which the
  /// receiver can use it. Throws ModelError if the link is busy then.
  virtual Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits) = 0;
  /// Sends a transfer of the `count` ≥ 1 oldest tasks of `queue`, which leave the queue at once.
  /// Returns and throws as send_word.
  virtual Cycle send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) = 0;
  /// Sends a credit, a word that grants the other end room for `tasks` tasks. Returns and throws as
  /// send_word. Only fabrics whose queues can fill up call it; a link of the user's own that does
  /// not override it throws ModelError.
  virtual Cycle send_credit(Cycle /*start*/, Load /*tasks*/, std::int64_t /*bits*/) {
    throw ModelError(
        "a link of one's own does not override send_credit(), so queues must not fill "
        "up");
  }
  /// Sends a status word, of one bit, which is for the slot counter at the other end and which
  /// LinkReceiveInterface does not return. Returns and throws as send_word. Only fabrics whose
  /// phases end by words call it; a link of the user's own that does not override it throws
  /// ModelError.
  virtual Cycle send_status(Cycle /*start*/) {
    throw ModelError(
        "a link of one's own does not override send_status(), so phases cannot end "
        "by words");
  }
  /// The fabric is reset, in the middle of a cycle: a link of the user's own forgets what it holds.
  virtual void reset() {}
  /// The link itself where a sender may use it past this interface, as it may use memory by TLM's
  /// DMI; null where every message has to come through it.
  virtual Link* direct_send() { return nullptr; }
};

/// The receiving end of a directed link. Its default event is the arrival of a message.
class LinkReceiveInterface : public virtual sc_core::sc_interface {
 public:
  /// Takes in the oldest message that can be used in cycle `now`; returns one of kind `none` if
  /// there is no such message. The tasks of a transfer go to the tail of `queue`.
  virtual Message receive(Cycle now, TaskQueue& queue) = 0;
  /// The fabric is reset, as at the sending end.
  virtual void reset() {}
  /// The link itself where a receiver may use it past this interface.
  virtual Link* direct_receive() { return nullptr; }
};

}  // namespace isobar
