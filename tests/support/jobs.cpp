// SPDX-License-Identifier: Apache-2.0
#include "tests/support/jobs.h"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <numeric>

#include "models/workloads/random.h"

namespace isobar::test {

std::vector<Job> random_jobs(std::size_t count, std::uint64_t seed, std::int64_t heaviest,
                             std::int64_t longest) {
  auto random = random_stream(seed, "test jobs");
  const auto draw = [&](std::int64_t lo, std::int64_t hi) {
    return boost::random::uniform_int_distribution<std::int64_t>(lo, hi)(random);
  };
  std::vector<Job> jobs(count);
  std::int64_t total = 0;
  for (auto& job : jobs) {
    job.time = draw(1, longest);
    job.weight = draw(1, heaviest);
    total += job.time;
  }
  const auto latest = total * draw(1, 10) / 8;
  for (auto& job : jobs) job.due = draw(0, latest);
  return jobs;
}

std::int64_t least_of_all_orders(const std::vector<Job>& jobs) {
  Schedule schedule(jobs.size());
  std::iota(schedule.begin(), schedule.end(), 0U);
  auto least = total_tardiness(jobs, schedule);
  while (std::next_permutation(schedule.begin(), schedule.end())) {
    least = std::min(least, total_tardiness(jobs, schedule));
  }
  return least;
}

}  // namespace isobar::test
