// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace isobar {

/// A job for a single machine.
struct Job {
  std::int64_t time = 1;    ///< that it takes, > 0
  std::int64_t weight = 1;  ///< ≥ 0
  std::int64_t due = 0;     ///< ≥ 0

  /// Its weighted tardiness if it is done at `end`.
  std::int64_t cost(std::int64_t end) const {
    return weight * std::max<std::int64_t>(0, end - due);
  }
};

/// The first `count` jobs, with their due dates shortened (and rounded down) in the ratio of the
/// sum of their times to that of all, so that they are as tight as the whole was.
std::vector<Job> first_jobs(std::vector<Job> jobs, std::size_t count);

/// A schedule: the jobs' numbers, first to last.
using Schedule = std::vector<unsigned>;

/// Total weighted tardiness Σ w·max(0, C − d) of the jobs in this order.
std::int64_t total_tardiness(const std::vector<Job>& jobs, const Schedule& schedule);

/// The least total weighted tardiness of any order, by dynamic programming over the 2^n sets of
/// jobs that are done first (Held and Karp 1962). At most 24 jobs.
std::int64_t least_tardiness(const std::vector<Job>& jobs);

/// A good schedule, always the same for the same jobs: the best of three rules (earliest due date,
/// shortest weighted processing time, apparent tardiness cost), each improved for as long as moving
/// a job or exchanging two makes it better.
Schedule good_schedule(const std::vector<Job>& jobs);

}  // namespace isobar
