// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <systemc>
#include <utility>
#include <vector>

#include "models/executor/application_run.h"
#include "models/experiment/experiment.h"
#include "models/link/cycle_clock.h"
#include "models/link/observer.h"
#include "models/measure/application_result.h"
#include "models/measure/message_driven_meter.h"
#include "models/measure/result.h"
#include "models/measure/watch.h"
#include "models/network/sequencer.h"

namespace isobar {

/// What is measured of a message-driven run, and when it is over. No PE sees it.
class MessageDrivenRun : public sc_core::sc_module, Actor {
 public:
  /// `observer` may be null, `watch` empty. Cycle 0 begins at time `begin`.
  MessageDrivenRun(const sc_core::sc_module_name& name, const Experiment& experiment, Watch watch,
                   Observer* observer, const sc_core::sc_time& begin);

  const Experiment& experiment() const { return experiment_; }
  Observer* observer() const { return observer_; }
  const CycleClock& clock() const { return clock_; }
  /// Set when the run is over: nothing moves any more.
  const bool& done() const { return counts_->done; }
  /// The cycles that the run took; that of now while it goes on.
  Cycle end() const { return done() ? counts_->end : clock_.now(); }
  /// The last cycle that a run can get to.
  Cycle last_cycle() const { return last_cycle_; }
  /// The cycle before which it ends at the latest.
  Cycle limit() const { return std::min(experiment_.max_cycles, last_cycle_); }

  MessageDrivenMeter& meter() { return counts_->meter; }
  RoutedMessages& messages() { return counts_->messages; }
  AgeOfInformation& age() { return counts_->age; }
  /// Null if no application runs.
  ApplicationRun* application() { return counts_->application ? &*counts_->application : nullptr; }
  /// Who wakes routers and PEs.
  Sequencer& sequencer() { return sequencer_; }
  /// A load changed in this cycle.
  void changed() {
    if (counts_->meter.is_waiting()) look_soon();
  }
  /// A PE has done all that it does in this cycle. Now and then the watch is asked.
  void pe_acted() {
    constexpr std::int64_t often = 4096;
    sequencer_.note();
    auto& application = counts_->application;
    const bool asks = watch_ && ++counts_->activity % often == 0;
    const bool finishes = application && !counts_->finished && application->meter().finished();
    if (finishes) counts_->finished = true;
    if (asks || finishes) look_soon();
  }
  /// Notified at the last instant before the limit.
  sc_core::sc_event& at_limit() { return at_limit_; }
  /// The run gets no further than now, or than its limit. If it is `resting`, it ended when it came
  /// to rest.
  void end_here(bool resting);
  /// The clock has been set back: begins again.
  void reset(const sc_core::sc_time& begin);
  /// With the tasks that are left, by the PE that has them or sent them last. Throws ModelError if
  /// a task is lost.
  RunResult result(std::vector<ExecutorCounters> executor_counters,
                   const std::vector<std::vector<Task>>& left);

 private:
  /// All that one run counts, from its cycle 0 on.
  struct Counts {
    explicit Counts(const Experiment& experiment);

    MessageDrivenMeter meter;
    RoutedMessages messages;
    AgeOfInformation age;
    std::optional<ApplicationRun> application;
    std::int64_t activity = 0;  ///< of PEs, where a watch is to be asked
    bool finished = false;      ///< the application is
    bool done = false;
    Cycle end = 0;
    Ending ending = Ending::rest;
  };

  /// Far enough from the kernel's last instant for whatever is still under way.
  Cycle countable() const { return clock_.last_cycle(2); }
  void look_soon() { sequencer_.look_at(clock_.now() + 1); }
  void act() override;
  const WorkMeter* application_meter() const;
  void stop(Ending ending, Cycle end);

  const Experiment& experiment_;
  Watch watch_;
  Observer* observer_;
  CycleClock clock_;
  Cycle last_cycle_;
  std::optional<Counts> counts_;  ///< there always; begun anew by a reset
  Sequencer sequencer_;
  sc_core::sc_event at_limit_{"limit"};
};

}  // namespace isobar
