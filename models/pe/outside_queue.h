// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "models/errors.h"
#include "models/executor/queue_side.h"
#include "models/pe/pe_queue.h"
#include "models/pe/run_side.h"

namespace isobar {

/// The queue of a message-driven PE for an application outside the fabric, in place of its
/// executor: at most one fetch and one accept a cycle, after the PE has acted in it. Both go by the
/// load that it has then, in whatever order they come. Its balancer hears of a change in the same
/// cycle. Throws ModelError at a second fetch or accept of a cycle.
class OutsideQueue final : public QueueSide {
 public:
  /// `queue` and `alarm`, by which the PE acts again, must outlive it.
  OutsideQueue(PeQueue& queue, const RunSide& run, Alarm& alarm)
      : queue_(queue), run_(run), alarm_(alarm) {}

  bool empty() override { return use().empty; }
  bool full() override { return use().full; }
  std::optional<Task> fetch() override {
    auto& now = use();
    if (std::exchange(now.fetched, true)) throw ModelError("a PE fetches twice in a cycle");
    const auto task = queue_.fetch_if(!now.empty);
    if (task) alarm_.set_now();
    return task;
  }
  bool accept(Task task) override {
    auto& now = use();
    if (std::exchange(now.accepted, true)) throw ModelError("a PE accepts twice in a cycle");
    const bool taken = queue_.accept_if(!now.full, task);
    if (taken) alarm_.set_now();
    return taken;
  }

 private:
  /// What was done in a cycle, and how it found the queue.
  struct Use {
    Cycle cycle = -1;
    bool empty = false;
    bool full = false;
    bool fetched = false;
    bool accepted = false;
  };
  Use& use() {
    if (!run_.clock().has_begun()) throw ModelError("a task is put or fetched before cycle 0");
    const Cycle cycle = run_.clock().now();
    if (use_.cycle != cycle) use_ = {cycle, queue_.empty(), queue_.full(), false, false};
    return use_;
  }

  PeQueue& queue_;
  RunSide run_;
  Alarm& alarm_;
  Use use_;
};

}  // namespace isobar
