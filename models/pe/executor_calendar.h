// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <systemc>
#include <vector>

#include "models/calendar.h"
#include "models/link/cycle_clock.h"

namespace isobar {

/// The cycles in which the executors of a lockstep fabric act next, and an event in the first.
class ExecutorCalendar {
 public:
  /// `clock` must outlive it. The alarm is set for cycle 0.
  explicit ExecutorCalendar(const CycleClock& clock) : clock_(clock) {}

  /// The cycle at this time.
  Cycle now() const { return clock_.now(); }
  /// The executor of PE `node` acts next in `cycle`.
  void put(Cycle cycle, Node node);
  /// The first cycle in which an executor acts; none: none does.
  std::optional<Cycle> next() const {
    const Cycle next = calendar_.next();
    return next == never ? std::nullopt : std::optional(next);
  }
  /// The PEs whose executors act in this cycle, in order of nodes. Valid until the next call.
  const std::vector<Node>& take();
  /// Nobody acts any more; the clock is set back.
  void reset();
  /// Sets the alarm for the first cycle in which an executor acts.
  void set_alarm();
  /// Rings again in this cycle, in its next delta.
  void postpone_alarm() { alarm.notify(sc_core::SC_ZERO_TIME); }

  sc_core::sc_event alarm{"alarm"};

 private:
  void set_alarm(Cycle cycle);

  const CycleClock& clock_;
  Calendar calendar_;
  Cycle alarm_at_ = 0;  ///< when it rings
  const std::vector<Node> nobody_;
};

}  // namespace isobar
