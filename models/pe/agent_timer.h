// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/errors.h"
#include "models/types.h"

namespace isobar {

/// The timer of a PE's agent. One that goes off stays until the agent has reacted, also when the
/// agent meanwhile sets another.
class AgentTimer {
 public:
  /// It goes off in cycle `at`; one that has not gone off by `now` is forgotten. Throws ModelError
  /// unless `at` is after `now`.
  void set(Cycle now, Cycle at) {
    if (at <= now) throw ModelError("a timer that is to go off at once");
    if (at_ && *at_ <= now) gone_off_ = at_;
    at_ = at;
  }
  bool is_due(Cycle now) const { return gone_off_ || (at_ && *at_ <= now); }
  /// The agent reacts to the timer that went off first.
  void take() { (gone_off_ ? gone_off_ : at_).reset(); }
  /// When the timer that was set last goes off or went off, until the agent reacts to it.
  std::optional<Cycle> at() const { return at_; }
  /// When an earlier one went off to which the agent has not reacted.
  std::optional<Cycle> gone_off() const { return gone_off_; }

 private:
  std::optional<Cycle> at_;
  std::optional<Cycle> gone_off_;
};

}  // namespace isobar
