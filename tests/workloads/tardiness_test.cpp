// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/tardiness.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "models/workloads/applications/tardiness_bound.h"
#include "models/workloads/applications/weighted_tardiness.h"
#include "tests/catch.h"
#include "tests/support/jobs.h"
#include "tests/support/run_application.h"

using namespace isobar;
using test::any;
using test::newest;
using test::oldest;
using test::random_jobs;
using test::run_application;

namespace {

constexpr std::int64_t clock_hz = 1'000'000'000;

/// Jobs of a set, by the bits of their numbers.
std::vector<Job> of_set(const std::vector<Job>& jobs, std::uint64_t set) {
  std::vector<Job> chosen;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if ((set >> i & 1) != 0) chosen.push_back(jobs[i]);
  }
  return chosen;
}

std::int64_t time_of(const std::vector<Job>& jobs) {
  std::int64_t total = 0;
  for (const auto& job : jobs) total += job.time;
  return total;
}

/// The largest Σ λ_j·(C_j − d_j) of jobs in this order, with λ_j/p_j falling and λ_j ≤ w_j: all
/// λ_j/p_j may as well be 0 or one of the limits w/p.
double best_multipliers(const std::vector<Job>& jobs) {
  std::vector<double> limits = {0};
  const auto limit = [](const Job& job) {
    return static_cast<double>(job.weight) / static_cast<double>(job.time);
  };
  for (const auto& job : jobs) limits.push_back(limit(job));
  std::sort(limits.begin(), limits.end());
  std::vector<double> most(limits.size(), 0);  // from here on, if nothing is above a limit
  auto end = time_of(jobs);
  for (auto job = jobs.rbegin(); job != jobs.rend(); ++job) {
    const auto gain = static_cast<double>(job->time * (end - job->due));
    end -= job->time;
    double so_far = 0;
    for (std::size_t i = 0; i < limits.size(); ++i) {
      if (limits[i] <= limit(*job)) so_far = std::max(so_far, gain * limits[i] + most[i]);
      most[i] = so_far;
    }
  }
  return most.back();
}

Schedule by_number(std::size_t count) {
  Schedule schedule(count);
  std::iota(schedule.begin(), schedule.end(), 0U);
  return schedule;
}

WeightedTardiness search_of(const std::vector<Job>& jobs, unsigned grain) {
  return WeightedTardiness({jobs, grain, 1}, 3, clock_hz);
}

}  // namespace

TEST_CASE("tardiness: an example by hand", "[workloads][tardiness]") {
  const std::vector<Job> jobs = {{3, 2, 4}, {5, 1, 5}, {2, 4, 2}};
  CHECK(total_tardiness(jobs, {0, 1, 2}) == 0 + 3 + 32);
  CHECK(total_tardiness(jobs, {2, 0, 1}) == 0 + 2 + 5);
  CHECK(least_tardiness(jobs) == 7);
}

TEST_CASE("tardiness: by sets of jobs it is what all orders come to", "[workloads][tardiness]") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto jobs = random_jobs(1 + seed % 8, seed, 10);
    INFO("seed " << seed);
    CHECK(least_tardiness(jobs) == test::least_of_all_orders(jobs));
  }
}

TEST_CASE("tardiness: a good schedule has every job once and is seldom far from the best",
          "[workloads][tardiness]") {
  int best = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto jobs = random_jobs(10, seed, 10);
    auto schedule = good_schedule(jobs);
    const auto cost = total_tardiness(jobs, schedule);
    std::sort(schedule.begin(), schedule.end());
    for (unsigned i = 0; i < schedule.size(); ++i) CHECK(schedule[i] == i);
    CHECK(schedule.size() == jobs.size());
    CHECK(cost >= least_tardiness(jobs));
    if (cost == least_tardiness(jobs)) ++best;
  }
  CHECK(best >= 80);
}

TEST_CASE("tardiness: no bound is above the least of its set", "[workloads][tardiness]") {
  double reached = 0;
  double least = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto jobs = random_jobs(9, seed, 10);
    TardinessBound good(jobs, good_schedule(jobs));
    Schedule wrong = good_schedule(jobs);
    std::reverse(wrong.begin(), wrong.end());
    TardinessBound bad(jobs, wrong);  // the order makes it good, not right
    for (std::uint64_t set = 0; set < 512; ++set) {
      const auto chosen = of_set(jobs, set);
      const auto time = time_of(chosen);
      const auto truth = least_tardiness(chosen);
      const auto bound = good.of(set, time);
      if (bound > truth || bad.of(set, time) > truth || bound < 0) {
        FAIL("seed " << seed << ", set " << set << ": " << bound << " and " << bad.of(set, time)
                     << " above " << truth);
      }
      reached += static_cast<double>(bound);
      least += static_cast<double>(truth);
    }
  }
  CHECK(reached > 0.6 * least);
}

TEST_CASE("tardiness: the bound's multipliers are the best for its order",
          "[workloads][tardiness]") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const auto jobs = random_jobs(2 + seed % 15, seed, 10);
    const auto given = seed % 2 == 0 ? good_schedule(jobs) : by_number(jobs.size());
    std::vector<Job> in_order;
    for (const auto number : given) in_order.push_back(jobs[number]);
    TardinessBound bound(jobs, given);
    const auto all = (std::uint64_t{1} << jobs.size()) - 1;
    INFO("seed " << seed);
    CHECK(bound.of(all, time_of(jobs)) ==
          static_cast<std::int64_t>(std::ceil(best_multipliers(in_order) - 1e-6)));
  }
}

TEST_CASE("tardiness: a single job's bound is its tardiness", "[workloads][tardiness]") {
  const std::vector<Job> jobs = {{7, 3, 5}, {7, 3, 9}};
  TardinessBound bound(jobs, {0, 1});
  CHECK(bound.of(1, 7) == 6);
  CHECK(bound.of(2, 7) == 0);
  CHECK(bound.of(0, 0) == 0);
}

TEST_CASE("tardiness: branch and bound finds the least there is", "[workloads][tardiness]") {
  const auto count = GENERATE(1, 2, 5, 8, 10, 12);
  int improved = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto jobs = random_jobs(static_cast<std::size_t>(count), seed,
                                  1 + static_cast<std::int64_t>(seed % 10));
    for (const unsigned grain : {1U, 4U, 64U}) {
      auto application = search_of(jobs, grain);
      const auto run = run_application(application, newest());
      INFO(count << " jobs, seed " << seed << ", grain " << grain);
      CHECK(run.figure("best") == least_tardiness(jobs));
      CHECK(run.figure("start") >= run.figure("best"));
      CHECK(run.figure("steps") == run.total());
      if (run.figure("start") > run.figure("best")) ++improved;
      if (grain >= static_cast<unsigned>(count)) CHECK(run.work.size() == 1);
    }
  }
  if (count == 12) CHECK(improved > 0);  // else the search itself would not be tried
}

TEST_CASE("tardiness: an improvement by one is found", "[workloads][tardiness]") {
  int by_one = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const auto jobs = random_jobs(9, seed, 3, 6);
    auto application = search_of(jobs, 3);
    const auto run = run_application(application, newest());
    INFO("seed " << seed);
    CHECK(run.figure("best") == least_tardiness(jobs));
    if (run.figure("start") == run.figure("best") + 1) ++by_one;
  }
  CHECK(by_one > 0);
}

TEST_CASE("tardiness: the same tasks in any order", "[workloads][tardiness]") {
  std::size_t most = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto jobs = random_jobs(14, seed, 10);
    auto application = search_of(jobs, 4);
    auto first = run_application(application, oldest());
    most = std::max(most, first.work.size());
    std::sort(first.work.begin(), first.work.end());
    for (const auto& pick : {newest(), any(1), any(2)}) {
      auto again = search_of(jobs, 4);
      auto other = run_application(again, pick);
      CHECK(other.statistics == first.statistics);
      std::sort(other.work.begin(), other.work.end());
      CHECK(other.work == first.work);
    }
  }
  CHECK(most > 20);
}

TEST_CASE("tardiness: the first jobs of an instance are as tight as the whole",
          "[workloads][tardiness]") {
  const std::vector<Job> jobs = {{10, 1, 30}, {20, 2, 7}, {70, 3, 99}};
  const auto first = first_jobs(jobs, 2);
  REQUIRE(first.size() == 2);
  CHECK(first[0].due == 9);
  CHECK(first[1].due == 2);
  CHECK(first[1].weight == 2);
  CHECK(first[1].time == 20);
  const auto all = first_jobs(jobs, 3);
  CHECK(all[2].due == 99);
}
