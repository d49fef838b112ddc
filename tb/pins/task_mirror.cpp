// SPDX-License-Identifier: Apache-2.0
#include "tb/pins/task_mirror.h"

#include "models/schemes/contract/phase_rules.h"
#include "tb/passage.h"

namespace isobar {

void TaskMirror::fill(Task task) {
  queue_.push(task);
  ++reported_;
}

void TaskMirror::landed(Cycle now) {
  PhaseRules::room(node_, load(), depth_);
  changes(now, 1);
}

bool TaskMirror::decided(bool leaves) {
  const Cycle departure = *departure_;
  departure_.reset();
  if (leaves) {
    if (queue_.empty()) return false;
    sent_ = queue_.pop();
    report(departure, -1);
  }
  for (const auto& [from, by] : waiting_) report(from, by);
  waiting_.clear();
  return true;
}

void TaskMirror::accepted(Cycle from, Task task) {
  queue_.push(task);
  changes(from, 1);
}

void TaskMirror::fetched(Cycle from) {
  handed_out_ = queue_.pop();
  changes(from, -1);
}

std::optional<Task> TaskMirror::identify(std::optional<Task>& presumed,
                                         const std::vector<std::uint64_t>& bits) {
  if (!presumed) return std::nullopt;
  const Task oldest = *presumed;
  presumed.reset();
  if (is(oldest, bits)) return oldest;
  for (std::uint32_t i = 0; i < queue_.size(); ++i) {
    if (!is(queue_[i], bits)) continue;
    const Task other = queue_.take(i);
    TaskQueue back;
    back.push(oldest);
    while (!queue_.empty()) back.push(queue_.pop());
    queue_ = std::move(back);
    return other;
  }
  return std::nullopt;
}

bool TaskMirror::is(const Task& task, const std::vector<std::uint64_t>& bits) {
  task_payload(task, task_bits_, payload_);
  return payload_ == bits;
}

void TaskMirror::changes(Cycle from, Load by) {
  if (departure_) {
    waiting_.emplace_back(from, by);
  } else {
    report(from, by);
  }
}

void TaskMirror::report(Cycle from, Load by) {
  reported_ += by;
  reports_.load_changes(from, node_, reported_);
}

}  // namespace isobar
