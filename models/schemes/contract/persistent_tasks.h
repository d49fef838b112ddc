// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/schemes/contract/agent.h"
#include "models/workloads/task_card.h"

namespace isobar {

/// What an agent sees and does besides (agent.h) if the application's tasks are persistent: the PE
/// works on each once an iteration, when it is allowed to.
class PersistentTasks {
 public:
  virtual ~PersistentTasks() = default;

  /// The program that all PEs run: how many iterations it has, and how many cycles of each belong
  /// to no task.
  virtual std::int64_t iterations() const = 0;
  /// Cycles of an iteration on the PE besides those of its tasks.
  virtual Cycle overhead() const = 0;
  /// What this PE was rated at: work per cycle, of all its executors.
  virtual double rated_speed() const = 0;
  /// Its executors, each of which works on one task at a time.
  virtual unsigned executors() const = 0;
  /// Whether what that PE sends is stored in another way there than here, as all PEs know.
  virtual bool stores_otherwise(Node other) const = 0;
  /// Cycles in which its processor does what takes `work` on one of speed 1.
  virtual Cycle cycles(Cycle work) const = 0;
  /// The tasks in its queue, oldest first.
  virtual std::vector<const TaskCard*> cards() const = 0;
  /// A task of the queue. Throws ModelError if it is not there.
  virtual const TaskCard& card(TaskNumber number) const = 0;
  /// Its executors may work on so many tasks more.
  virtual void allow(Load tasks) = 0;
  /// Cycles that its executors have worked so far, their mean rounded up.
  virtual Cycle worked() const = 0;
  /// How many tasks more this PE may make of its own, in the whole run, so that all that there are
  /// fit into any PE's queue.
  virtual Load spare_places() const = 0;
  /// Bytes of its memory; no_bound of one without a bound.
  virtual std::int64_t memory() const = 0;
  /// Bytes of it that are taken whatever tasks are there.
  virtual std::int64_t memory_besides() const = 0;
  /// Whether the memory of any PE is bounded, as all PEs know.
  virtual bool memories_are_bounded() const = 0;
  /// Sends a task of its queue, all its bytes. Throws ModelError if it is not there.
  virtual void send_task(Node to, TaskNumber number) = 0;
  /// A task of its queue becomes `parts` ≥ 2 tasks, no more than its work (parted_tasks.h); returns
  /// their numbers, its own first. Throws ModelError if it is not there.
  virtual std::vector<TaskNumber> divide(TaskNumber number, std::size_t parts) = 0;
  /// `other` becomes part of `number`. Throws ModelError unless both are in its queue.
  virtual void merge(TaskNumber number, TaskNumber other) = 0;
  /// A task of its queue talks to these from now on. Throws ModelError if it is not there.
  virtual void retie(TaskNumber number, std::vector<TaskTie> ties) = 0;
  /// Sends a word with so many bytes of data behind it.
  virtual void send_data(Node to, const AgentWord& word, std::int64_t bytes) = 0;

 protected:
  PersistentTasks() = default;
  PersistentTasks(const PersistentTasks&) = default;
  PersistentTasks& operator=(const PersistentTasks&) = default;
};

}  // namespace isobar
