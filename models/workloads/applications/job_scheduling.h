// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/workloads/application.h"
#include "models/workloads/applications/tardiness.h"
#include "models/workloads/applications/work_time.h"

namespace isobar {

/// The branch and bound of Willebeek-LeMair and Reeves 1993, Section V.C: all schedules of n jobs
/// whose total tardiness (eq. 37) is within a threshold. The tree of all n! schedules is cut at
/// depth n − m into n!/m! tasks, each a branch; PE i starts with a contiguous part of them. A
/// branch is left as soon as its partial tardiness exceeds the threshold, which is known
/// beforehand, so a task's work does not depend on what others found.
class JobScheduling final : public Application {
 public:
  /// `cut`: m, from 1 to n. `step`: ns of a search step, which is one partial or whole schedule
  /// that is looked at.
  JobScheduling(std::vector<Job> jobs, unsigned cut, std::int64_t threshold, double step,
                Node nodes, const Rational& clock);

  std::vector<Load> initial_loads() const override;
  Cycle work(TaskId task) override;
  std::int64_t finish(TaskId task) override;
  /// `steps`, `solutions` within the threshold, which is `threshold`, and `best`, the least
  /// tardiness, as soon as there is a solution.
  ApplicationStatistics statistics() const override;

 private:
  struct Found {
    std::int64_t steps = 0;
    std::int64_t solutions = 0;
    std::int64_t best = 0;  ///< if there is a solution

    void solution(std::int64_t tardiness);
    void add(const Found& other);
  };

  /// All of task's branch.
  Found search(TaskId task) const;
  /// The branch below a partial schedule that is within the threshold: `left` jobs, which end after
  /// `now`.
  void search_below(std::uint32_t left, std::int64_t now, std::int64_t tardiness,
                    Found& found) const;

  std::vector<Job> jobs_;
  unsigned cut_;
  std::int64_t threshold_;
  WorkTime step_;
  Node nodes_;
  std::int64_t tasks_;
  std::unordered_map<TaskId, Found> searched_;  ///< tasks whose work is known, until they finish
  Found found_;
};

}  // namespace isobar
