// SPDX-License-Identifier: Apache-2.0
#include "models/pe/message_driven_run.h"

#include <functional>
#include <numeric>
#include <utility>

namespace isobar {

MessageDrivenRun::Counts::Counts(const Experiment& experiment,
                                 const std::deque<RegionReports>& reports)
    : meter(experiment), sent(experiment.fabric.pes(), 0), received(experiment.fabric.pes(), 0) {
  if (experiment.application) {
    application.emplace(experiment, [&reports] {
      return std::accumulate(reports.begin(), reports.end(), Load{0},
                             [](Load sum, const RegionReports& one) { return sum + one.tasks; });
    });
    finished = application->meter().finished();
  }
}

MessageDrivenRun::MessageDrivenRun(const sc_core::sc_module_name& name,
                                   const Experiment& experiment, Watch watch, Observer* observer,
                                   const sc_core::sc_time& begin, const Partition& partition)
    : sc_module(name),
      experiment_(experiment),
      watch_(std::move(watch)),
      observer_(observer),
      clock_(experiment.clock, begin),
      last_cycle_(countable()),
      has_regions_(partition.regions > 1),
      counts_(std::in_place, experiment, reports_),
      sequencer_("sequencer", clock_, counts_->done, *this, partition) {
  for (unsigned i = 0; i < partition.regions; ++i) {
    reports_.emplace_back(*this, sequencer_.region(i), experiment.agents->words().size());
  }
}

bool MessageDrivenRun::ask_watch(Cycle cycle) {
  for (auto& region : reports_) region.acts = 0;
  const auto& meter = counts_->meter;
  return !watch_ || watch_({{0, 0, cycle},
                            meter.max(),
                            meter.min(),
                            meter.shared(),
                            meter.balanced(),
                            LoadsView(meter.loads()),
                            application_meter()});
}

void MessageDrivenRun::test(Cycle cycle) {
  const auto due = due_cycle(experiment_.goal);
  // Whether a run is watched changes nothing.
  if (std::exchange(counts_->is_due, false) || (due && *due <= cycle)) sequencer_.note(cycle);
  if (const auto end = counts_->meter.test(cycle, application_meter())) {
    stop(Ending::goal, *end);
  } else if (due && *due <= last_cycle_) {
    sequencer_.look_at(*due);
  }
}

void MessageDrivenRun::look(Cycle cycle) {
  // All that happened up to the end of the last cycle is known; of this one nothing has happened.
  const bool goes_on = ask_watch(cycle);
  test(cycle);
  if (!goes_on && !done()) stop(Ending::interrupted, cycle);
}

const WorkMeter* MessageDrivenRun::application_meter() const {
  return counts_->application ? &counts_->application->meter() : nullptr;
}

// What may end it but the end of an application is known beforehand.
Cycle MessageDrivenRun::unending(Cycle begin) const {
  const auto& application = counts_->application;
  return application && !counts_->finished && experiment_.goal.kind == Goal::Kind::finished
             ? std::min(limit(), std::max(begin + 1, application->unfinished_until(begin)))
             : limit();
}

std::optional<std::pair<Cycle, bool>> MessageDrivenRun::read_cycle() {
  Cycle cycle = never;
  for (const auto& region : reports_) {
    if (region.read < region.changes.size()) {
      cycle = std::min(cycle, region.changes[region.read].cycle);
    }
  }
  if (cycle == never) return std::nullopt;
  bool loads_change = false;
  for (auto& region : reports_) {
    for (; region.read < region.changes.size(); ++region.read) {
      const auto& change = region.changes[region.read];
      if (change.cycle > cycle) break;
      if (change.node == RegionReports::Change::under_way) {
        counts_->meter.move(change.load);
      } else {
        counts_->meter.load_changes(change.node, change.load);
        loads_change = true;
      }
    }
  }
  return std::pair(cycle, loads_change);
}

void MessageDrivenRun::regions_acted(Cycle end) {
  std::int64_t acts = 0;
  for (const auto& region : reports_) acts += region.acts;
  const auto test_after = [this](Cycle cycle) {
    counts_->is_due = true;
    test(cycle + 1);
  };
  while (const auto next = read_cycle()) {
    const auto& [cycle, loads_change] = *next;
    if (loads_change && !done() && counts_->meter.is_waiting()) test_after(cycle);
  }
  for (auto& region : reports_) {
    region.changes.clear();
    region.read = 0;
  }
  const auto& application = counts_->application;
  if (application && !done() && !counts_->finished && application->meter().finished()) {
    counts_->finished = true;
    test_after(application->meter().end());
  }
  // The regions have got so far, and it cannot end before.
  if (!done() && acts >= often && !ask_watch(end)) stop(Ending::interrupted, end);
}

void MessageDrivenRun::stop(Ending ending, Cycle end) {
  counts_->done = true;
  counts_->ending = ending;
  counts_->end = end;
  at_limit_.cancel();
}

void MessageDrivenRun::end_here(bool resting) {
  if (done()) return;
  // The fabric has done all that it does in this cycle.
  const Cycle now = std::min(clock_.now() + 1, limit());
  const auto due = due_cycle(experiment_.goal);
  const bool waits = due && *due <= last_cycle_;  // for a cycle that the run may have got to
  if (const auto reached = counts_->meter.test(now, application_meter())) {
    stop(Ending::goal, *reached);
  } else if (resting && !waits) {
    // A look that was still to come by then has been taken just now.
    const Cycle last = counts_->is_due && sequencer_.looks_by(now) ? now : sequencer_.active();
    stop(Ending::rest, std::min(last, limit()));
  } else {
    stop(now == limit() ? Ending::step_limit : Ending::interrupted, now);
  }
}

void MessageDrivenRun::reset(const sc_core::sc_time& begin) {
  clock_.restart(begin);
  last_cycle_ = countable();
  for (auto& region : reports_) region.clear();
  counts_.emplace(experiment_, reports_);
  sequencer_.reset();
  sequencer_.look_at(0);
}

RunResult MessageDrivenRun::result(std::vector<ExecutorCounters> executor_counters,
                                   const std::vector<std::vector<Task>>& left) {
  auto result = counts_->meter.result(end());
  result.ending = counts_->ending;
  auto& routed = result.routed.emplace();
  auto& age = result.age.emplace();
  routed.sent = std::move(counts_->sent);
  routed.received = std::move(counts_->received);
  for (const auto& region : reports_) {
    routed.words.resize(region.words.size());
    std::transform(region.words.begin(), region.words.end(), routed.words.begin(),
                   routed.words.begin(), std::plus<>());
    routed.transfers += region.transfers;
    routed.tasks += region.tasks;
    result.held_back += region.held_back;
    age += region.age;
  }
  if (auto* run = application())
    result.application = run->result(std::move(executor_counters), left);
  return result;
}

}  // namespace isobar
