// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "models/link/task.h"
#include "models/pe/pe_reports.h"
#include "models/types.h"

namespace isobar {

/// The tasks that a PE holds, as far as its pins have told, and what PeReports is told of its load.
/// Which task goes is known by its bits, which come when it has long left the queue: the oldest is
/// presumed until then.
class TaskMirror {
 public:
  TaskMirror(Node node, std::int64_t task_bits, Load depth, PeReports& reports)
      : node_(node), task_bits_(task_bits), depth_(depth), reports_(reports) {}

  const TaskQueue& queue() const { return queue_; }
  Load load() const { return queue_.size(); }
  bool full() const { return load() >= depth_ - 1; }

  /// An initial task.
  void fill(Task task);
  /// Where links put what lands; `landed` is to follow.
  TaskQueue& landing() { return queue_; }
  void landed(Cycle now);

  /// The PE decides whether a task leaves from `departure` on, which is seen only later. What
  /// happens in between is reported after it.
  void decides(Cycle departure) { departure_ = departure; }
  bool undecided() const { return departure_.has_value(); }
  /// It is seen that a task leaves, or that none does. Returns false if there is none to leave.
  bool decided(bool leaves);
  /// The task that left, by its bits; none if the PE does not hold such a task.
  std::optional<Task> sent(const std::vector<std::uint64_t>& bits) { return identify(sent_, bits); }

  /// A task from the executor, or one for it, which is held no longer from cycle `from` on.
  void accepted(Cycle from, Task task);
  void fetched(Cycle from);
  /// The task that was fetched, as `sent`.
  std::optional<Task> handed_out(const std::vector<std::uint64_t>& bits) {
    return identify(handed_out_, bits);
  }

 private:
  std::optional<Task> identify(std::optional<Task>& presumed,
                               const std::vector<std::uint64_t>& bits);
  bool is(const Task& task, const std::vector<std::uint64_t>& bits);
  void changes(Cycle from, Load by);
  void report(Cycle from, Load by);

  Node node_;
  std::int64_t task_bits_;
  Load depth_;
  PeReports& reports_;
  TaskQueue queue_;
  Load reported_ = 0;
  std::optional<Cycle> departure_;               ///< while it is not known what leaves then
  std::vector<std::pair<Cycle, Load>> waiting_;  ///< changes that are reported after it
  std::optional<Task> sent_;                     ///< presumed
  std::optional<Task> handed_out_;
  std::vector<std::uint64_t> payload_;
};

}  // namespace isobar
