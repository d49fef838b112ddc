// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/workloads/application.h"
#include "models/workloads/applications/task_contents.h"
#include "models/workloads/random.h"

namespace isobar {

/// Tasks by the PE that they start on; their numbers follow that order.
using TaskSet = std::vector<std::vector<TaskCard>>;

/// Persistent tasks, each worked on once an iteration: the partitions of a simulated space
/// (Watts, Rieffel and Taylor, Results).
class Iterations final : public Application {
 public:
  /// `memory_besides`: bytes that PEs need besides their tasks, by node; empty: none do.
  /// Throws ValueError for a tie to a task that there is not.
  Iterations(TaskSet tasks, std::int64_t iterations, Cycle overhead,
             std::vector<std::int64_t> memory_besides = {});

  std::vector<Load> initial_loads() const override;
  Cycle work(TaskId task) override { return card(task).work; }
  bool knows_work() const override { return true; }
  std::int64_t finish(TaskId task) override;
  std::int64_t iterations() const override { return iterations_; }
  Cycle overhead() const override { return overhead_; }
  std::int64_t memory_besides(Node node) const override {
    return memory_besides_.empty() ? 0 : memory_besides_[node];
  }
  const TaskCard& card(TaskId task) const override { return of(task).card; }
  std::vector<TaskNumber> divide(TaskId task, std::size_t parts, Node node) override;
  void merge(TaskId task, TaskId other) override;
  void retie(TaskId task, std::vector<TaskTie> ties) override {
    of(task).card.ties = std::move(ties);
  }

 private:
  struct Persistent {
    TaskCard card;
    std::int64_t done = 0;  ///< iterations
  };

  const Persistent& of(TaskId task) const { return tasks_.at(alive_.at(task)); }
  Persistent& of(TaskId task) { return tasks_.at(alive_.at(task)); }

  std::vector<Load> loads_;
  std::unordered_map<TaskNumber, Persistent> tasks_;
  TaskContents<TaskNumber> alive_;
  /// By PE: the number that it gives next. They differ by the number of PEs, so none is given
  /// twice.
  std::vector<TaskNumber> next_;
  std::int64_t iterations_;
  Cycle overhead_;
  std::vector<std::int64_t> memory_besides_;  ///< by node
  std::int64_t face_ = 0;  ///< bytes that a tie carries each way at the start, in the mean
};

/// Which tasks talk to each other.
enum class TaskTies : std::uint8_t { none, ring, grid, random };

/// Ties numbered tasks: in a ring, a grid about as wide as high, or each with two others at random.
/// `bytes` go each way in an iteration.
void tie_tasks(TaskSet& tasks, TaskTies ties, std::int64_t bytes, Random& random);

}  // namespace isobar
