// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/link/fifo.h"
#include "models/link/task.h"
#include "models/types.h"

namespace isobar {

/// Tasks that an executor's work created and that are not in the queue yet. The oldest is put, the
/// newest is what the executor works on itself when the queue is full.
class CreatedTasks {
 public:
  bool empty() const { return broods_.empty(); }
  /// `count` ≥ 0 tasks of one parent, with the identities from `first` on.
  void add(TaskId first, std::int64_t count) {
    if (count > 0) broods_.push({first, first + static_cast<TaskId>(count)});
  }
  Task oldest() const { return {broods_.front().first}; }
  void drop_oldest() {
    auto& brood = broods_.front();
    if (++brood.first == brood.end) broods_.pop();
  }
  Task take_newest() {
    auto& brood = broods_.back();
    const Task task{--brood.end};
    if (brood.first == brood.end) broods_.pop_back();
    return task;
  }
  /// Appends all of them to `out`, oldest first.
  void list(std::vector<Task>& out) const {
    for (std::uint32_t i = 0; i < broods_.size(); ++i) {
      for (TaskId id = broods_[i].first; id != broods_[i].end; ++id) out.push_back({id});
    }
  }

 private:
  /// Tasks that one task created.
  struct Brood {
    TaskId first;
    TaskId end;
  };

  Fifo<Brood> broods_;
};

}  // namespace isobar
