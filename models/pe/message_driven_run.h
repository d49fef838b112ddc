// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <systemc>

#include "models/executor/application_run.h"
#include "models/experiment/experiment.h"
#include "models/link/cycle_clock.h"
#include "models/link/observer.h"
#include "models/measure/application_result.h"
#include "models/measure/message_driven_meter.h"
#include "models/measure/result.h"
#include "models/measure/watch.h"

namespace isobar {

/// What is measured of a message-driven run, and when it is over. No PE sees it.
class MessageDrivenRun : public sc_core::sc_module {
 public:
  /// `observer` may be null, `watch` empty.
  MessageDrivenRun(const sc_core::sc_module_name& name, const Experiment& experiment, Watch watch,
                   Observer* observer);

  const Experiment& experiment() const { return experiment_; }
  Observer* observer() const { return observer_; }
  const CycleClock& clock() const { return clock_; }
  /// Set when the run is over: nothing moves any more.
  const bool& done() const { return done_; }
  /// The cycles that the run took; that of now while it goes on.
  Cycle end() const { return done_ ? end_ : clock_.now(); }
  /// The last cycle that a run can get to.
  Cycle last_cycle() const { return last_cycle_; }

  MessageDrivenMeter& meter() { return meter_; }
  RoutedMessages& messages() { return messages_; }
  AgeOfInformation& age() { return age_; }
  /// Null if no application runs.
  ApplicationRun* application() { return application_ ? &*application_ : nullptr; }
  /// A load changed in this cycle.
  void changed() {
    if (meter_.is_waiting()) look_.notify(clock_.time(1));
  }
  /// A PE has done all that it does in this cycle. Now and then the watch is asked.
  void pe_acted() {
    constexpr std::int64_t often = 4096;
    const bool asks = watch_ && ++activity_ % often == 0;
    const bool finishes = application_ && !finished_ && application_->meter().finished();
    if (finishes) finished_ = true;
    if (asks || finishes) look_.notify(clock_.time(1));
  }
  /// Runs the kernel to the run's end.
  void run();
  /// With the tasks that are left, by the PE that has them or sent them last. Throws ModelError if
  /// a task is lost.
  RunResult result(std::vector<ExecutorCounters> executor_counters,
                   const std::vector<std::vector<Task>>& left);

 private:
  void look();
  void stop(Ending ending, Cycle end);

  const Experiment& experiment_;
  Watch watch_;
  Observer* observer_;
  CycleClock clock_;
  MessageDrivenMeter meter_;
  RoutedMessages messages_;
  AgeOfInformation age_;
  std::optional<ApplicationRun> application_;
  Cycle last_cycle_;
  std::int64_t activity_ = 0;  ///< of PEs, where a watch is to be asked
  bool finished_ = false;      ///< the application is
  bool done_ = false;
  Cycle end_ = 0;
  Ending ending_ = Ending::rest;
  sc_core::sc_event look_{"changed"};
};

}  // namespace isobar
