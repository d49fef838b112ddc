// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/job_scheduling.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <memory>
#include <utility>

#include "models/errors.h"
#include "models/workloads/random.h"

namespace isobar {
namespace {

/// Most branches that a search is cut into: 20!/14! and all smaller.
constexpr std::int64_t most_tasks = std::int64_t{1} << 25;

/// n·(n − 1)·…·(m + 1), or more than most_tasks.
std::int64_t branches(unsigned n, unsigned m) {
  std::int64_t tasks = 1;
  for (unsigned i = m + 1; i <= n && tasks <= most_tasks; ++i) tasks *= i;
  return tasks;
}

/// Takes the job of this rank among those `left`, and says which it is.
unsigned take(std::uint32_t& left, std::int64_t rank) {
  unsigned job = 0;
  for (;; ++job) {
    if ((left >> job & 1) == 0) continue;
    if (rank-- == 0) break;
  }
  left &= ~(std::uint32_t{1} << job);
  return job;
}

}  // namespace

void JobScheduling::Found::solution(std::int64_t tardiness) {
  best = solutions == 0 ? tardiness : std::min(best, tardiness);
  ++solutions;
}

void JobScheduling::Found::add(const Found& other) {
  steps += other.steps;
  if (other.solutions == 0) return;
  best = solutions == 0 ? other.best : std::min(best, other.best);
  solutions += other.solutions;
}

JobScheduling::JobScheduling(std::vector<Job> jobs, unsigned cut, std::int64_t threshold,
                             double step, Node nodes, const Rational& clock)
    : jobs_(std::move(jobs)),
      cut_(cut),
      threshold_(threshold),
      step_(step, clock),
      nodes_(nodes),
      tasks_(branches(static_cast<unsigned>(jobs_.size()), cut)) {
  if (tasks_ > most_tasks) {
    throw ValueError(fmt::format("jobs: n={} and m={} make more than {} tasks, n!/m!", jobs_.size(),
                                 cut, most_tasks));
  }
}

std::vector<Load> JobScheduling::initial_loads() const {
  std::vector<Load> loads;
  for (std::int64_t node = 0; node < nodes_; ++node) {
    loads.push_back((node + 1) * tasks_ / nodes_ - node * tasks_ / nodes_);
  }
  return loads;
}

Cycle JobScheduling::work(TaskId task) {
  const auto [known, is_new] = searched_.try_emplace(task);
  if (is_new) known->second = search(task);
  return step_.cycles(known->second.steps);
}

std::int64_t JobScheduling::finish(TaskId task) {
  work(task);
  found_.add(searched_.at(task));
  searched_.erase(task);
  return 0;
}

ApplicationStatistics JobScheduling::statistics() const {
  ApplicationStatistics statistics = {
      {"steps", found_.steps}, {"solutions", found_.solutions}, {"threshold", threshold_}};
  if (found_.solutions > 0) statistics.emplace_back("best", found_.best);
  return statistics;
}

JobScheduling::Found JobScheduling::search(TaskId task) const {
  // The task's number in a number system of bases n, n − 1, …: the jobs that come first.
  const auto n = static_cast<unsigned>(jobs_.size());
  std::uint32_t left = (std::uint32_t{1} << n) - 1;
  auto rest = static_cast<std::int64_t>(task);
  auto below = tasks_;
  std::int64_t now = 0;
  std::int64_t tardiness = 0;
  for (unsigned i = n; i > cut_; --i) {
    below /= i;
    const auto& job = jobs_[take(left, rest / below)];
    rest %= below;
    now += job.time;
    tardiness += job.cost(now);
  }
  Found found;
  found.steps = 1;
  if (tardiness <= threshold_) search_below(left, now, tardiness, found);
  return found;
}

void JobScheduling::search_below(std::uint32_t left, std::int64_t now, std::int64_t tardiness,
                                 Found& found) const {
  if (left == 0) {
    found.solution(tardiness);
    return;
  }
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    const auto bit = std::uint32_t{1} << i;
    if ((left & bit) == 0) continue;
    ++found.steps;
    const auto end = now + jobs_[i].time;
    const auto sum = tardiness + jobs_[i].cost(end);
    if (sum <= threshold_) search_below(left ^ bit, end, sum, found);
  }
}

namespace {

/// Times from 1 to 100 and due dates from P·(1 − tf − rdd/2) to P·(1 − tf + rdd/2), P being the sum
/// of the times, as the OR-Library's instances are made; weights are 1. In the order of their due
/// dates, which is that in which a search tries them.
std::vector<Job> draw_jobs(std::size_t n, double tf, double rdd, std::uint64_t seed) {
  auto random = random_stream(seed, "jobs");
  std::vector<Job> jobs(n);
  std::int64_t sum = 0;
  for (auto& job : jobs) {
    job.time = boost::random::uniform_int_distribution<std::int64_t>(1, 100)(random);
    sum += job.time;
  }
  const auto at = [&](double share) {
    return std::max<std::int64_t>(0, std::llround(static_cast<double>(sum) * share));
  };
  const auto first = at(1 - tf - rdd / 2);
  const auto last = at(1 - tf + rdd / 2);
  for (auto& job : jobs) {
    job.due = boost::random::uniform_int_distribution<std::int64_t>(first, last)(random);
  }
  std::stable_sort(jobs.begin(), jobs.end(),
                   [](const Job& a, const Job& b) { return a.due < b.due; });
  return jobs;
}

const auto n_parameter = parameter("n", "dimension of the problem").range(1, 20, "jobs").whole(11);
const auto m_parameter =
    parameter("m", "dimension of a task; there are n!/m! of them").range(1, 20, "jobs").whole(8);
const auto requirement_parameter =
    parameter("requirement", "the threshold, in parts of the least tardiness there is")
        .range(0, 1000)
        .real(1.2);
const auto tf_parameter =
    parameter("tf", "tardiness factor: how early the mean due date is").range(0, 1).real(0.5);
const auto rdd_parameter = parameter("rdd", "relative range of the due dates").range(0, 1).real(1);
const auto step_parameter =
    parameter("step", "time of a search step").range(0.001, 1e9, "ns").real(150'000);

std::unique_ptr<Application> make_jobs(const ApplicationSetting& setting) {
  const auto& values = setting.parameters;
  const auto n = static_cast<unsigned>(values.get(n_parameter));
  const auto m = static_cast<unsigned>(values.get(m_parameter));
  if (m > n) {
    throw ValueError(fmt::format("jobs: m={} must be from 1 to n, the number of jobs: {}", m, n));
  }
  auto jobs = draw_jobs(n, values.get(tf_parameter), values.get(rdd_parameter), setting.seed);
  const auto threshold = static_cast<std::int64_t>(
      std::floor(values.get(requirement_parameter) * static_cast<double>(least_tardiness(jobs))));
  return std::make_unique<JobScheduling>(std::move(jobs), m, threshold, values.get(step_parameter),
                                         setting.nodes, setting.clock);
}

const RegisterApplication registered(
    {"jobs",
     "branch and bound: all schedules of n jobs whose total tardiness is within a threshold",
     "Willebeek-LeMair and Reeves 1993, Section V.C, Table V",
     {n_parameter, m_parameter, requirement_parameter, tf_parameter, rdd_parameter, step_parameter},
     false,
     make_jobs,
     {{"steps", "", "steps of the search"},
      {"solutions", "", "schedules found within the threshold"},
      {"threshold", "", "most total tardiness that is asked for"},
      {"best", "", "least tardiness found", Better::less}}});

}  // namespace
}  // namespace isobar
