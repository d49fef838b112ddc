// SPDX-License-Identifier: Apache-2.0
#include "models/measure/cycle_log.h"

#include <algorithm>
#include <utility>

namespace isobar {

CycleLog::CycleLog(const Experiment& experiment, Tell tell)
    : tell_(std::move(tell)), in_order_(experiment.agents != nullptr), executors_(experiment) {}

void CycleLog::phase_begins(Cycle start, std::int64_t /*step*/, std::size_t /*phase*/) {
  tell_before(start);
}

void CycleLog::load_changes(Cycle from, Node node, std::int64_t load) {
  if (in_order_) tell_before(from);
  add({from, RunEvent::Kind::load, node, load});
}

void CycleLog::activity_changes(Cycle from, ExecutorId executor, Activity activity,
                                std::uint64_t /*task*/) {
  if (in_order_) tell_before(from);
  add({from, RunEvent::Kind::activity, executors_.place(executor),
       static_cast<std::int64_t>(activity)});
}

void CycleLog::word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t /*value*/) {
  occupy(link, from, to);
}

void CycleLog::transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) {
  add({std::max(from, told_), RunEvent::Kind::transfer, link, tasks});
  occupy(link, from, to);
}

void CycleLog::link_taken(std::uint64_t link, Cycle from) {
  add({from, RunEvent::Kind::use, link, 1});
  taken_.insert(link);
}

void CycleLog::occupy(std::uint64_t link, Cycle from, Cycle to) {
  if (taken_.erase(link) == 0) add({from, RunEvent::Kind::use, link, 1});
  add({to, RunEvent::Kind::use, link, -1});
}

void CycleLog::tell_before(Cycle cycle) {
  if (cycle <= told_) return;
  told_ = cycle;
  const auto later = waiting_.lower_bound(cycle);
  for (auto at = waiting_.begin(); at != later; ++at) {
    auto& events = at->second;
    std::stable_sort(events.begin(), events.end(),
                     [](const RunEvent& a, const RunEvent& b) { return a.kind < b.kind; });
    std::for_each(events.begin(), events.end(), tell_);
  }
  waiting_.erase(waiting_.begin(), later);
}

void CycleLog::finish(Cycle end) {
  tell_before(end);
  for (const auto& event : waiting_[end]) {
    if (event.kind == RunEvent::Kind::load) tell_(event);
  }
  waiting_.clear();
}

}  // namespace isobar
