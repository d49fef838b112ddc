// SPDX-License-Identifier: Apache-2.0
#include "models/measure/cycle_log.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace isobar {

CycleLog::CycleLog(const Experiment& experiment, Tell tell)
    : tell_(std::move(tell)), in_order_(experiment.agents != nullptr) {}

void CycleLog::phase_begins(Cycle start, std::int64_t /*step*/, std::size_t /*phase*/) {
  tell_before(start);
}

void CycleLog::load_changes(Cycle from, Node node, std::int64_t load) {
  if (in_order_) tell_before(from);
  add({from, RunEvent::Kind::load, node, load});
}

void CycleLog::activity_changes(Cycle from, Node node, Activity activity, std::uint64_t /*task*/) {
  if (in_order_) tell_before(from);
  add({from, RunEvent::Kind::activity, node, static_cast<std::int64_t>(activity)});
}

void CycleLog::transfer_sent(std::uint64_t link, Cycle from, Cycle /*to*/, std::int64_t tasks) {
  add({std::max(from, told_), RunEvent::Kind::transfer, link, tasks});
}

void CycleLog::add(const RunEvent& event) { waiting_.push_back(event); }

void CycleLog::tell_before(Cycle cycle) {
  if (cycle <= told_) return;
  told_ = cycle;
  const auto later = std::stable_partition(waiting_.begin(), waiting_.end(),
                                           [&](const auto& event) { return event.cycle < cycle; });
  std::stable_sort(waiting_.begin(), later, [](const RunEvent& a, const RunEvent& b) {
    return std::tie(a.cycle, a.kind) < std::tie(b.cycle, b.kind);
  });
  std::for_each(waiting_.begin(), later, tell_);
  waiting_.erase(waiting_.begin(), later);
}

void CycleLog::finish(Cycle end) {
  tell_before(end);
  for (const auto& event : waiting_) {
    if (event.cycle == end && event.kind == RunEvent::Kind::load) tell_(event);
  }
  waiting_.clear();
}

}  // namespace isobar
