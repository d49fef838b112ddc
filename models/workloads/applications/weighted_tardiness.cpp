// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/weighted_tardiness.h"

#include <algorithm>
#include <utility>

namespace isobar {
namespace {

unsigned count(std::uint64_t set) { return static_cast<unsigned>(__builtin_popcountll(set)); }

}  // namespace

WeightedTardiness::WeightedTardiness(const Setting& setting, Node nodes, const Rational& clock)
    : jobs_(setting.jobs),
      order_(good_schedule(jobs_)),
      bound_(jobs_, order_),
      grain_(setting.grain),
      step_(setting.step, clock),
      nodes_(nodes),
      start_(total_tardiness(jobs_, order_)),
      best_(start_) {
  Task root;
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    root.branch.left |= std::uint64_t{1} << i;
    root.branch.total += jobs_[i].time;
  }
  waiting_.add(std::move(root));
}

std::vector<Load> WeightedTardiness::initial_loads() const {
  std::vector<Load> loads(nodes_, 0);
  loads.front() = 1;
  return loads;
}

Cycle WeightedTardiness::work(TaskId task) {
  auto& known = waiting_.at(task);
  if (known.steps == 0) search(known);
  return step_.cycles(known.steps);
}

std::int64_t WeightedTardiness::finish(TaskId task) {
  auto done = waiting_.take(task);
  if (done.steps == 0) search(done);
  steps_ += done.steps;
  best_ = std::min(best_, done.best);
  for (const auto& branch : done.children) waiting_.add({branch, 0, 0, {}});
  return static_cast<std::int64_t>(done.children.size());
}

ApplicationStatistics WeightedTardiness::statistics() const {
  return {{"steps", steps_}, {"start", start_}, {"best", best_}};
}

void WeightedTardiness::search(Task& task) {
  task.steps = 1;
  task.best = start_;
  if (count(task.branch.left) <= grain_) {
    search_below(task.branch, task.steps, task.best);
    return;
  }
  extend(task.branch, task.steps, task.best,
         [&](const Branch& branch) { task.children.push_back(branch); });
}

void WeightedTardiness::search_below(const Branch& branch, std::int64_t& steps,
                                     std::int64_t& best) {
  if (branch.left == 0) {
    best = std::min(best, branch.tardiness);
    return;
  }
  extend(branch, steps, best, [&](const Branch& longer) { search_below(longer, steps, best); });
}

template <typename Use>
void WeightedTardiness::extend(const Branch& branch, std::int64_t& steps, const std::int64_t& best,
                               const Use& use) {
  const auto left = [&](unsigned job) { return (branch.left >> job & 1) != 0; };
  const auto longer = [&](unsigned job) {
    return Branch{branch.left & ~(std::uint64_t{1} << job), branch.total - jobs_[job].time,
                  branch.tardiness + jobs_[job].cost(branch.total), static_cast<int>(job)};
  };
  const auto try_job = [&](unsigned job) {
    ++steps;
    const auto next = longer(job);
    if (next.tardiness + bound_.of(next.left, next.total) < best) use(next);
  };
  // A job that is in time even at the end can as well be done there (Elmaghraby 1968).
  const auto in_time = std::find_if(order_.rbegin(), order_.rend(), [&](unsigned job) {
    return left(job) && jobs_[job].due >= branch.total;
  });
  if (in_time != order_.rend()) return try_job(*in_time);
  // Backwards in the good schedule, which is likely to end as a good one does.
  for (auto job = order_.rbegin(); job != order_.rend(); ++job) {
    if (left(*job) && !worse_than_exchanged(branch, *job)) try_job(*job);
  }
}

bool WeightedTardiness::worse_than_exchanged(const Branch& branch, unsigned job) const {
  if (branch.first < 0) return false;
  const auto& before = jobs_[job];
  const auto& after = jobs_[static_cast<std::size_t>(branch.first)];
  const auto start = branch.total - before.time;
  const auto end = branch.total + after.time;
  return before.cost(branch.total) + after.cost(end) >
         after.cost(start + after.time) + before.cost(end);
}

namespace {

const DeclareApplicationStatistics declared(
    "tardiness", {{"steps", "", "steps of the search"},
                  {"start", "", "weighted tardiness of the schedule that it starts from"},
                  {"best", "", "least tardiness found", Better::less}});

}  // namespace
}  // namespace isobar
