// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/tardiness.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr std::size_t most_jobs_of_sets = 24;

Schedule all_of(const std::vector<Job>& jobs) {
  Schedule schedule(jobs.size());
  std::iota(schedule.begin(), schedule.end(), 0U);
  return schedule;
}

/// Sorted, lesser first, ties in the jobs' order.
template <typename Less>
Schedule sorted(const std::vector<Job>& jobs, Less less) {
  auto schedule = all_of(jobs);
  std::stable_sort(schedule.begin(), schedule.end(),
                   [&](unsigned a, unsigned b) { return less(jobs[a], jobs[b]); });
  return schedule;
}

/// Apparent tardiness cost (Vepsalainen and Morton 1987): next is the job with the greatest
/// w/p·exp(−slack/(2·mean p)).
Schedule by_apparent_cost(const std::vector<Job>& jobs) {
  auto left = all_of(jobs);
  Schedule schedule;
  double total = 0;
  for (const auto& job : jobs) total += static_cast<double>(job.time);
  const double look_ahead = 2 * total / static_cast<double>(jobs.size());
  std::int64_t now = 0;
  while (!left.empty()) {
    const auto urgency = [&](unsigned number) {
      const auto& job = jobs[number];
      const auto slack = static_cast<double>(std::max<std::int64_t>(0, job.due - job.time - now));
      return static_cast<double>(job.weight) / static_cast<double>(job.time) *
             std::exp(-slack / look_ahead);
    };
    const auto next = std::max_element(
        left.begin(), left.end(), [&](unsigned a, unsigned b) { return urgency(a) < urgency(b); });
    now += jobs[*next].time;
    schedule.push_back(*next);
    left.erase(next);
  }
  return schedule;
}

/// The first better schedule that one move of a job or one exchange of two makes; whether there is
/// one.
bool improve(const std::vector<Job>& jobs, Schedule& schedule) {
  const auto before = total_tardiness(jobs, schedule);
  for (std::size_t from = 0; from < schedule.size(); ++from) {
    for (std::size_t to = 0; to < schedule.size(); ++to) {
      if (from == to) continue;
      auto moved = schedule;
      const auto job = moved[from];
      moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(from));
      moved.insert(moved.begin() + static_cast<std::ptrdiff_t>(to), job);
      auto exchanged = schedule;
      std::swap(exchanged[from], exchanged[to]);
      for (auto* candidate : {&moved, &exchanged}) {
        if (total_tardiness(jobs, *candidate) >= before) continue;
        schedule = *candidate;
        return true;
      }
    }
  }
  return false;
}

}  // namespace

std::vector<Job> first_jobs(std::vector<Job> jobs, std::size_t count) {
  const auto total = [&] {
    return std::accumulate(jobs.begin(), jobs.end(), std::int64_t{0},
                           [](std::int64_t sum, const Job& job) { return sum + job.time; });
  };
  const auto of_all = total();
  jobs.resize(std::min(count, jobs.size()));
  const auto of_these = total();
  for (auto& job : jobs) job.due = job.due * of_these / of_all;
  return jobs;
}

std::int64_t total_tardiness(const std::vector<Job>& jobs, const Schedule& schedule) {
  std::int64_t now = 0;
  std::int64_t cost = 0;
  for (const auto number : schedule) {
    now += jobs[number].time;
    cost += jobs[number].cost(now);
  }
  return cost;
}

std::int64_t least_tardiness(const std::vector<Job>& jobs) {
  if (jobs.size() > most_jobs_of_sets) throw ModelError("too many jobs for all their sets");
  const std::size_t sets = std::size_t{1} << jobs.size();
  std::vector<std::int64_t> least(sets, std::numeric_limits<std::int64_t>::max());
  std::vector<std::int64_t> time(sets, 0);
  least[0] = 0;
  for (std::size_t set = 1; set < sets; ++set) {
    const std::size_t without_lowest = set & (set - 1);
    for (std::size_t last = 0; last < jobs.size(); ++last) {
      const std::size_t bit = std::size_t{1} << last;
      if ((set & bit) == 0) continue;
      if ((set ^ bit) == without_lowest) time[set] = time[without_lowest] + jobs[last].time;
      least[set] = std::min(least[set], least[set ^ bit] + jobs[last].cost(time[set]));
    }
  }
  return least.back();
}

Schedule good_schedule(const std::vector<Job>& jobs) {
  const auto due = sorted(jobs, [](const Job& a, const Job& b) { return a.due < b.due; });
  const auto smith = sorted(
      jobs, [](const Job& a, const Job& b) { return a.time * b.weight < b.time * a.weight; });
  Schedule best;
  for (auto schedule : {due, smith, by_apparent_cost(jobs)}) {
    while (improve(jobs, schedule)) {
    }
    if (best.empty() || total_tardiness(jobs, schedule) < total_tardiness(jobs, best)) {
      best = std::move(schedule);
    }
  }
  return best;
}

}  // namespace isobar
