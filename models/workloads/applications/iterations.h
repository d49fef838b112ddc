// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/workloads/application.h"
#include "models/workloads/applications/task_contents.h"
#include "models/workloads/random.h"

namespace isobar {

/// Tasks by the PE that they start on; their numbers follow that order.
using TaskSet = std::vector<std::vector<TaskCard>>;

/// The work of each task in iterations that follow each other, by its number: as many for each,
/// which begin anew after the last. Empty: a task's work is always that of its card.
using WorkInTurn = std::vector<std::vector<Cycle>>;

/// What persistent tasks have besides.
struct IterationsSetting {
  std::int64_t iterations = 1;
  Cycle overhead = 0;                          ///< of an iteration on every PE besides its tasks'
  std::vector<std::int64_t> memory_besides{};  ///< bytes that PEs need, by node; empty: none do
  WorkInTurn work{};
  std::optional<WorkModel> work_model{};
};

/// Persistent tasks, each worked on once an iteration: the partitions of a simulated space
/// (Watts, Rieffel and Taylor, Results).
class Iterations final : public Application {
 public:
  /// Throws ValueError for a tie to a task that there is not.
  Iterations(TaskSet tasks, IterationsSetting setting);

  std::vector<Load> initial_loads() const override;
  Cycle work(TaskId task) override { return of(task).now(); }
  bool knows_work() const override { return true; }
  std::int64_t finish(TaskId task) override;
  std::int64_t iterations() const override { return setting_.iterations; }
  Cycle overhead() const override { return setting_.overhead; }
  std::int64_t memory_besides(Node node) const override {
    return setting_.memory_besides.empty() ? 0 : setting_.memory_besides[node];
  }
  std::int64_t work_repeats_after() const override;
  Cycle work_in(TaskId task, std::int64_t iteration) override { return of(task).in(iteration); }
  const WorkModel* work_model() const override {
    return setting_.work_model ? &*setting_.work_model : nullptr;
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
    std::int64_t done = 0;         ///< iterations
    std::vector<Cycle> in_turn{};  ///< its work in iterations; empty: that of the card

    Cycle in(std::int64_t iteration) const {
      return in_turn.empty() ? card.work
                             : in_turn[static_cast<std::size_t>(iteration) % in_turn.size()];
    }
    Cycle now() const { return in(done); }
  };

  const Persistent& of(TaskId task) const { return tasks_.at(alive_.at(task)); }
  Persistent& of(TaskId task) { return tasks_.at(alive_.at(task)); }

  std::vector<Load> loads_;
  std::unordered_map<TaskNumber, Persistent> tasks_;
  TaskContents<TaskNumber> alive_;
  /// By PE: the number that it gives next. They differ by the number of PEs, so none is given
  /// twice.
  std::vector<TaskNumber> next_;
  IterationsSetting setting_;
  std::int64_t face_ = 0;  ///< bytes that a tie carries each way at the start, in the mean
};

/// Which tasks talk to each other.
enum class TaskTies : std::uint8_t { none, ring, grid, random };

/// Ties numbered tasks: in a ring, a grid about as wide as high, or each with two others at random.
/// `bytes` go each way in an iteration.
void tie_tasks(TaskSet& tasks, TaskTies ties, std::int64_t bytes, Random& random);

}  // namespace isobar
