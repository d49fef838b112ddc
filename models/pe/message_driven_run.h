// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
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
#include "models/pe/region_reports.h"

namespace isobar {

/// What is measured of a message-driven run, and when it is over. No PE sees it.
class MessageDrivenRun : public sc_core::sc_module, Onlooker {
 public:
  /// `observer` may be null, `watch` empty. Cycle 0 begins at time `begin`. The fabric is cut as
  /// `partition` says.
  MessageDrivenRun(const sc_core::sc_module_name& name, const Experiment& experiment, Watch watch,
                   Observer* observer, const sc_core::sc_time& begin, const Partition& partition);

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
  /// Messages that PE `node` has sent, and that it has received.
  std::int64_t& sent(Node node) { return counts_->sent[node]; }
  std::int64_t& received(Node node) { return counts_->received[node]; }
  /// What PEs of the region report in which `node` lies.
  RegionReports& reports_of(Node node) { return reports_[sequencer_.partition().region_of(node)]; }
  /// Whether several regions act side by side.
  bool has_regions() const { return has_regions_; }
  /// Null if no application runs.
  ApplicationRun* application() { return counts_->application ? &*counts_->application : nullptr; }
  /// Who wakes routers and PEs.
  Sequencer& sequencer() { return sequencer_; }
  /// A load changed in this cycle.
  void changed() {
    if (counts_->meter.is_waiting()) look_soon();
  }
  /// A PE of this region has done all that it does in this cycle. Now and then the watch is asked.
  void pe_acted(RegionReports& region) {
    ++region.acts;
    if (has_regions()) return;
    auto& application = counts_->application;
    const bool finishes = application && !counts_->finished && application->meter().finished();
    if (finishes) {
      counts_->finished = true;
      look_soon();
    } else if (watch_ && region.acts >= often) {
      sequencer_.look_at(clock_.now() + 1);
    }
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
    Counts(const Experiment& experiment, const std::deque<RegionReports>& reports);

    MessageDrivenMeter meter;
    std::vector<std::int64_t> sent;      ///< by node, messages
    std::vector<std::int64_t> received;  ///< by node, messages
    std::optional<ApplicationRun> application;
    bool finished = false;  ///< the application is
    bool is_due = true;     ///< a look, and not only for the watch
    bool done = false;
    Cycle end = 0;
    Ending ending = Ending::rest;
  };

  /// Acts of PEs after which the watch is asked.
  static constexpr std::int64_t often = 4096;

  /// Far enough from the kernel's last instant for whatever is still under way.
  Cycle countable() const { return clock_.last_cycle(2); }
  void look_soon() {
    counts_->is_due = true;
    sequencer_.look_at(clock_.now() + 1);
  }
  void look(Cycle cycle) override;
  /// Returns whether the run is to go on.
  bool ask_watch(Cycle cycle);
  /// Ends the run if the goal is reached by what happened before this cycle.
  void test(Cycle cycle);
  Cycle unending(Cycle begin) const override;
  void regions_acted(Cycle end) override;
  /// Reads what has been reported of the first cycle of which it has not been read. Returns that
  /// cycle, and whether loads changed in it; none: all has been read.
  std::optional<std::pair<Cycle, bool>> read_cycle();
  const WorkMeter* application_meter() const;
  void stop(Ending ending, Cycle end);

  const Experiment& experiment_;
  Watch watch_;
  Observer* observer_;
  CycleClock clock_;
  Cycle last_cycle_;
  bool has_regions_;
  std::deque<RegionReports> reports_;  ///< by region
  std::optional<Counts> counts_;       ///< there always; begun anew by a reset
  Sequencer sequencer_;
  sc_core::sc_event at_limit_{"limit"};
};

}  // namespace isobar
