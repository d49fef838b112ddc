// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/executor/application_run.h"
#include "models/link/fifo.h"
#include "models/link/task.h"
#include "models/measure/meter.h"

namespace isobar {

/// The executor of one PE beside its balancer, without SystemC: what it does in each cycle in
/// which it does anything (docs/executor.md). It fetches a task, works on it, and puts what that
/// created. What finds no place in the queue it works on itself, the newest first.
///
/// A queue, as an executor sees it in a cycle, by the load with which the cycle began:
///   bool empty();                // it held no task
///   bool full();                 // its last place is free at most
///   std::optional<Task> fetch(); // a task; none while a decision is taken
///   bool accept(Task);           // refused while transfers land
class ExecutorCore {
 public:
  /// Before the first cycle.
  void start(const ApplicationRun& run) {
    if (!run.has_turns()) return;
    turn_ = 0;
    allowed_ = 0;
  }

  /// In `cycle` tasks may come to be that have no names yet: it is the last one of work on a task,
  /// or the PE has its turn.
  bool creates(Cycle cycle) const { return is_working_ ? cycle == last_ : cycle == turn_; }
  /// In such a cycle; of all PEs in order of nodes. Returns the next one in which it acts.
  Cycle create(Cycle cycle, Node node, ApplicationRun& run) {
    if (is_working_) {
      hold(run.finish(node, current_.id, last_, work_));
      is_working_ = false;
    } else {
      turn_.reset();
      const auto begun = run.begin_turn(node, cycle);
      hold(begun.generated);
      allowed_ = begun.consumes;
    }
    return go_on(cycle + 1, node, run);
  }

  /// In every other cycle that it asked for. Returns the next one in which it acts; none: it rests
  /// until a task lands.
  template <class Queue>
  std::optional<Cycle> act(Cycle cycle, Node node, Queue&& queue, ApplicationRun& run) {
    if (!held_.empty()) {
      run.does(cycle, node, Activity::wait);
      if (queue.full()) return begin(take_newest(), cycle, node, run);
      if (queue.accept({held_.front().first})) drop_oldest();
      return go_on(cycle + 1, node, run);
    }
    if (queue.empty()) {
      run.does(cycle, node, Activity::idle);
      if (run.has_turns() && allowed_ != any) {
        allowed_ = 0;
        return go_on(cycle + 1, node, run);
      }
      rests_ = true;
      return std::nullopt;
    }
    run.does(cycle, node, Activity::wait);
    if (const auto task = queue.fetch()) {
      if (allowed_ != any) --allowed_;
      return begin(*task, cycle, node, run);
    }
    return cycle + 1;
  }

  /// A task has landed. Whether the executor rested, and is to act in this cycle.
  bool landed() {
    const bool rested = rests_;
    rests_ = false;
    return rested;
  }

  /// Adds the tasks that it holds: the one under work, and those that found no place.
  void list(std::vector<Task>& out) const {
    if (is_working_) out.push_back(current_);
    for (std::uint32_t i = 0; i < held_.size(); ++i) {
      for (TaskId id = held_[i].first; id != held_[i].end; ++id) out.push_back({id});
    }
  }

 private:
  /// Tasks that one task created.
  struct Brood {
    TaskId first;
    TaskId end;
  };

  /// Works on it from the next cycle on; returns the last one.
  Cycle begin(Task task, Cycle cycle, Node node, ApplicationRun& run) {
    current_ = task;
    work_ = run.work(task.id);
    last_ = run.end(node, later(cycle, 1), work_) - 1;
    is_working_ = true;
    run.does(cycle + 1, node, Activity::work, task.id);
    return last_;
  }
  void hold(const ApplicationRun::Children& children) {
    if (children.count > 0) held_.push({children.first, children.first + children.count});
  }
  /// The next cycle, from `from` on, in which it does anything.
  Cycle go_on(Cycle from, Node node, ApplicationRun& run) {
    if (!run.has_turns() || !held_.empty() || allowed_ != 0) return from;
    const auto next = run.next_turn(node);
    if (!next) {
      allowed_ = any;
      return from;
    }
    turn_ = std::max(*next, from);
    if (*turn_ > from) run.does(from, node, Activity::idle);
    return *turn_;
  }
  void drop_oldest() {
    auto& oldest = held_.front();
    if (++oldest.first == oldest.end) held_.pop();
  }
  Task take_newest() {
    auto& newest = held_.back();
    const Task task{--newest.end};
    if (newest.first == newest.end) held_.pop_back();
    return task;
  }

  static constexpr std::int64_t any = -1;

  Fifo<Brood> held_;  ///< that it has yet to put
  Task current_;
  Cycle work_ = 0;  ///< of the current task, at speed 1
  Cycle last_ = 0;  ///< in which it works on the current task
  bool is_working_ = false;
  bool rests_ = false;
  std::optional<Cycle> turn_;   ///< the cycle of its next turn, where one is to come
  std::int64_t allowed_ = any;  ///< tasks that it may still fetch in its turn
};

}  // namespace isobar
