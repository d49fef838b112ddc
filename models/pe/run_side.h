// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/link/task.h"
#include "models/pe/message_driven_run.h"

namespace isobar {

/// A run as its PEs see it: constants, the clock, and whether it is over. What a PE reports to
/// those who measure and watch does not come back to any PE.
class RunSide {
 public:
  /// As PE `node` sees it. `run` must outlive it.
  RunSide(MessageDrivenRun& run, Node node) : reports_(&run.reports_of(node)) {}

  const Experiment& experiment() const { return run().experiment(); }
  const CycleClock& clock() const { return run().clock(); }
  /// The cycle of now.
  Cycle now() const { return reports_->region->now(); }
  bool done() const { return run().done(); }
  /// Whether PEs of several regions act side by side, up to a window ahead of the kernel's time.
  bool has_regions() const { return run().has_regions(); }
  /// The last cycle that the run can get to.
  Cycle last_cycle() const { return run().last_cycle(); }
  /// Null if no application runs.
  ApplicationRun* application() const { return run().application(); }

  /// By what PE `node` is woken, in order of nodes.
  Alarm alarm(Node node, Actor& pe) { return run().sequencer().pe(node, pe); }
  /// The same for a PE of the user's own, which has woken by itself: it acts by `turn`, in the next
  /// delta of this cycle.
  void take_turn(Node node, sc_core::sc_event& turn) { run().sequencer().take_turn(node, turn); }

  // Reports.

  void word(std::size_t kind) { ++reports_->words[kind]; }
  void transfer() { ++reports_->transfers; }
  void sent(Node node) { ++run().sent(node); }
  void received(Node node) { ++run().received(node); }
  /// The load of a PE is this from now on.
  void load_changes(Node node, Load load) {
    if (run().has_regions()) {
      reports_->changes.push_back({now(), node, load});
      return;
    }
    run().meter().load_changes(node, load);
    run().changed();
    watch_load(node, load);
  }
  /// Only the observer is told: the meter knows the loads with which PEs begin.
  void watch_load(Node node, Load load) {
    auto* const observer = run().observer();
    if (observer == nullptr) return;
    const Cycle now = clock().now();  // negative while a PE that begins later is made
    observer->load_changes(std::max<Cycle>(now, 0), node, load);
  }
  /// An executor of PE `node` has asked its queue for a task, and got this one or none.
  void task_fetched(Node node, const std::optional<Task>& task) {
    if (auto* observer = run().observer()) {
      observer->task_fetched(now(), node, task ? std::optional(task->id) : std::nullopt);
    }
  }
  /// It has offered its queue a task.
  void task_offered(Node node, const Task& task, bool accepted) {
    if (auto* observer = run().observer()) observer->task_offered(now(), node, task.id, accepted);
  }
  /// Tasks have left the queue of a PE.
  void tasks_left(Load tasks) {
    reports_->tasks += tasks;
    move(tasks);
  }
  /// They leave by the router's `port`.
  void decides(Node node, unsigned port, Load tasks) {
    if (auto* observer = run().observer()) {
      observer->decides(now(), node, port, tasks);
    }
  }
  void tasks_landed(Load tasks) { move(-tasks); }
  /// A transfer of so many tasks has come to a queue that has no room for it.
  void waits_for_room(Load tasks) { reports_->held_back += tasks; }
  /// A decision used a word that was so many cycles old.
  void used(Cycle age) { reports_->age += {1, age, age}; }
  /// A PE has done all that it does in this cycle.
  void pe_acted() {
    reports_->region->note();
    run().pe_acted(*reports_);
  }

 private:
  MessageDrivenRun& run() const { return *reports_->run; }
  /// So many tasks more are under way from PE to PE.
  void move(Load tasks) {
    if (run().has_regions()) {
      reports_->changes.push_back({now(), RegionReports::Change::under_way, tasks});
    } else {
      run().meter().move(tasks);
    }
  }

  RegionReports* reports_;
};

}  // namespace isobar
