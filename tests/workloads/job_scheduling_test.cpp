// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/job_scheduling.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/jobs.h"
#include "tests/support/refusal.h"
#include "tests/support/run_application.h"

using namespace isobar;
using test::any;
using test::application_refusal;
using test::contains;
using test::make_application;
using test::newest;
using test::oldest;
using test::run_application;

namespace {

constexpr Cycle step = 150'000;  // at 1 GHz

/// What a search finds that is cut at depth `from`: partial schedules that are looked at, which are
/// all of that depth and all deeper ones whose part without the last job is within the threshold,
/// and whole ones within it.
struct Searched {
  std::set<Schedule> looked_at;
  std::int64_t solutions = 0;
};

Searched search(const std::vector<Job>& jobs, std::size_t from, std::int64_t threshold) {
  Searched found;
  Schedule all(jobs.size());
  std::iota(all.begin(), all.end(), 0U);
  do {
    Schedule part(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(from));
    found.looked_at.insert(part);
    while (part.size() < all.size() && total_tardiness(jobs, part) <= threshold) {
      part.push_back(all[part.size()]);
      found.looked_at.insert(part);
    }
    if (total_tardiness(jobs, all) <= threshold) ++found.solutions;
  } while (std::next_permutation(all.begin(), all.end()));
  return found;
}

std::int64_t sum(const std::vector<Load>& loads) {
  return std::accumulate(loads.begin(), loads.end(), Load{0});
}

}  // namespace

TEST_CASE("jobs: Table V's tasks, spread evenly", "[workloads][jobs]") {
  const auto tasks = [](const std::string& m) {
    return make_application("jobs:m=" + m, 32)->initial_loads();
  };
  CHECK(sum(tasks("6")) == 55'440);  // where the paper has 56,440
  CHECK(sum(tasks("7")) == 7'920);
  CHECK(sum(tasks("8")) == 990);
  CHECK(sum(tasks("9")) == 110);
  CHECK(sum(tasks("11")) == 1);
  const auto loads = tasks("9");
  CHECK(*std::max_element(loads.begin(), loads.end()) == 4);
  CHECK(*std::min_element(loads.begin(), loads.end()) == 3);
}

TEST_CASE("jobs: steps and solutions are those of all permutations", "[workloads][jobs]") {
  const auto seed = GENERATE(range(0, 12));
  const auto jobs = test::random_jobs(6, static_cast<std::uint64_t>(seed), 1);
  const auto least = least_tardiness(jobs);
  for (const auto threshold : {least - 1, least, least + 20, std::int64_t{1'000'000}}) {
    for (const unsigned cut : {1U, 3U, 5U, 6U}) {
      JobScheduling application(jobs, cut, threshold, 1, 3, 1'000'000'000);
      const auto run = run_application(application, oldest());
      const auto expected = search(jobs, jobs.size() - cut, threshold);
      INFO("seed " << seed << ", threshold " << threshold << ", cut at " << cut);
      CHECK(run.figure("solutions") == expected.solutions);
      CHECK(run.figure("steps") == static_cast<std::int64_t>(expected.looked_at.size()));
      CHECK(run.total() == run.figure("steps"));
      CHECK(run.figure("best") == (threshold < least ? -1 : least));
      CHECK(run.figure("threshold") == threshold);
    }
  }
}

TEST_CASE("jobs: the same in any order of tasks", "[workloads][jobs]") {
  const std::string text = "jobs:n=9,m=5,requirement=1.3";
  const auto first = run_application(*make_application(text, 7, 4), oldest());
  CHECK(first.work.size() == 3024);
  CHECK(first.total() == step * first.figure("steps"));
  CHECK(std::all_of(first.children.begin(), first.children.end(), [](auto n) { return n == 0; }));
  for (const auto& pick : {newest(), any(1), any(2)}) {
    const auto other = run_application(*make_application(text, 7, 4), pick);
    CHECK(other.work == first.work);
    CHECK(other.statistics == first.statistics);
  }
  // How many PEs there are does not change the tasks.
  CHECK(run_application(*make_application(text, 1, 4), newest()).work == first.work);
  CHECK(run_application(*make_application(text, 7, 5), oldest()).work != first.work);
}

TEST_CASE("jobs: a task's work is known as often as it is asked for", "[workloads][jobs]") {
  const auto application = make_application("jobs:n=8,m=6", 2, 3);
  const auto work = application->work(5);
  CHECK(application->work(5) == work);
  application->finish(5);
  const auto once = application->statistics();
  const auto unasked = make_application("jobs:n=8,m=6", 2, 3);
  unasked->finish(5);
  CHECK(unasked->statistics() == once);
}

TEST_CASE("jobs: the cut does not change what is found", "[workloads][jobs]") {
  const auto found = [](const std::string& m) {
    const auto run = run_application(*make_application("jobs:n=9,m=" + m, 4, 11), newest());
    return std::vector<std::int64_t>{run.figure("solutions"), run.figure("best"),
                                     run.figure("threshold")};
  };
  const auto whole = found("9");
  CHECK(whole[0] > 0);
  CHECK(whole[1] <= whole[2]);
  for (const auto* m : {"1", "4", "6", "8"}) CHECK(found(m) == whole);
}

TEST_CASE("jobs: a harder requirement is less work", "[workloads][jobs]") {
  std::int64_t last = 0;
  for (const auto* requirement : {"0", "0.5", "1", "1.4", "2", "10"}) {
    const auto run = run_application(
        *make_application(std::string("jobs:n=9,m=7,requirement=") + requirement, 4, 2), oldest());
    INFO(requirement);
    CHECK(run.figure("steps") > last);
    last = run.figure("steps");
  }
  // All of the tree: 72 tasks, and below each sum 7!/k!, k = 0…6.
  CHECK(last == std::int64_t{72} * (1 + 7 + 42 + 210 + 840 + 2520 + 5040 + 5040));
}

TEST_CASE("jobs: what cannot be is refused", "[workloads][jobs]") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"jobs:n=6", "m=8 must be from 1 to n, the number of jobs: 6"},
      {"jobs:n=21", "n must be a whole number from 1 to 20"},
      {"jobs:m=0", "m must be a whole number from 1"},
      {"jobs:n=20,m=10", "more than 33554432 tasks"},
      {"jobs:requirement=-1", "requirement must be"},
      {"jobs:step=0", "step must be"},
      {"jobs:tf=1.5", "tf must be"},
  };
  for (const auto& [text, expected] : table) {
    const auto said = application_refusal(text);
    INFO(text << "\nsaid: " << said);
    CHECK(contains(said, expected));
  }
}
