// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "models/link/link.h"
#include "models/link/task.h"

namespace isobar {

/// What a PE does at one of its ports: the sending end of one link, the receiving end of the other.
class LinkEndInterface : public virtual sc_core::sc_interface {
 public:
  /// Sends a word whose first bit enters in cycle `start`. Returns the first cycle in which the
  /// neighbour can use it. Throws ModelError if the link is busy then.
  virtual Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits) = 0;
  /// Sends a transfer of the `count` ≥ 1 oldest tasks of `queue`, which leave the queue at once.
  /// Returns and throws as send_word.
  virtual Cycle send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) = 0;
  /// Takes in the oldest message from the neighbour that can be used in cycle `now`; returns one of
  /// kind `none` if there is no such message. The tasks of a transfer go to the tail of `queue`.
  virtual Message receive(Cycle now, TaskQueue& queue) = 0;
};

/// One end of a link pair, the channel that a PE's port is bound to.
class LinkEnd final : public LinkEndInterface {
 public:
  LinkEnd(Link& out, Link& in) : out_(&out), in_(&in) {}

  Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits) override {
    return out_->send_word(start, value, bits);
  }
  Cycle send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) override {
    return out_->send_tasks(start, queue, count);
  }
  Message receive(Cycle now, TaskQueue& queue) override { return in_->receive(now, queue); }

 private:
  Link* out_;
  Link* in_;
};

}  // namespace isobar
