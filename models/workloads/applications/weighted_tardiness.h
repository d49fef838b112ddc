// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/workloads/application.h"
#include "models/workloads/applications/tardiness.h"
#include "models/workloads/applications/tardiness_bound.h"
#include "models/workloads/applications/task_contents.h"
#include "models/workloads/applications/work_time.h"

namespace isobar {

/// Branch and bound for the least total weighted tardiness of jobs on one machine. A task is a
/// partial schedule, built from its end; it creates one for each job that can come before it, as
/// long as more than a grain of jobs are left, and searches the rest itself. A partial schedule is
/// left if its bound exceeds a threshold that is known beforehand, or what its own task has found,
/// so a task's work does not depend on the others.
class WeightedTardiness final : public Application {
 public:
  struct Setting {
    std::vector<Job> jobs;  ///< 1 to 64
    unsigned grain = 8;     ///< so many jobs left or fewer are one task
    double step = 150'000;  ///< ns that a search step takes: the bound of one partial schedule
  };

  /// The root starts on PE 0.
  WeightedTardiness(const Setting& setting, Node nodes, const Rational& clock);

  std::vector<Load> initial_loads() const override;
  Cycle work(TaskId task) override;
  std::int64_t finish(TaskId task) override;
  /// `steps`; `start`, the tardiness of the schedule known beforehand; `best`, the least found,
  /// which is the least there is when no task is left.
  ApplicationStatistics statistics() const override;

 private:
  struct Branch {
    std::uint64_t left = 0;      ///< the jobs that are not in the schedule yet
    std::int64_t total = 0;      ///< the sum of their times
    std::int64_t tardiness = 0;  ///< total tardiness of the jobs that are in it
    int first = -1;              ///< the first job that is in it; −1: none is
  };
  struct Task {
    Branch branch;
    std::int64_t steps = 0;  ///< 0: not searched yet
    std::int64_t best = 0;   ///< below it nothing was found
    std::vector<Branch> children;
  };

  void search(Task& task);
  /// Calls `use` for each branch one job longer that may hold less than `best` tardiness.
  template <typename Use>
  void extend(const Branch& branch, std::int64_t& steps, const std::int64_t& best, const Use& use);
  void search_below(const Branch& branch, std::int64_t& steps, std::int64_t& best);
  /// Whether `job`, done at the end of the jobs left, would better be exchanged with the next one.
  bool worse_than_exchanged(const Branch& branch, unsigned job) const;

  std::vector<Job> jobs_;
  Schedule order_;
  TardinessBound bound_;
  unsigned grain_;
  WorkTime step_;
  Node nodes_;
  std::int64_t start_;  ///< tardiness of the schedule known beforehand
  std::int64_t best_;
  std::int64_t steps_ = 0;
  TaskContents<Task> waiting_;
};

}  // namespace isobar
