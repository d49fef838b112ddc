// SPDX-License-Identifier: Apache-2.0
#include "models/measure/work_meter.h"

#include <algorithm>
#include <utility>

#include "models/link/units.h"

namespace isobar {

Cycle shared_out(Cycle work, unsigned executors) {
  return work / executors + (work % executors > 0 ? 1 : 0);
}

std::vector<Cycle> shared_out(std::vector<Cycle> work, const std::vector<unsigned>& executors) {
  for (std::size_t node = 0; node < executors.size(); ++node) {
    work[node] = shared_out(work[node], executors[node]);
  }
  return work;
}

WorkMeter::WorkMeter(const std::vector<Load>& initial, const Rational& capacity,
                     std::vector<unsigned> executors, std::int64_t turns)
    : alone_(initial.size(), 0),
      capacity_(capacity),
      executors_(std::move(executors)),
      turns_left_(turns),
      has_turns_(turns > 0) {
  for (std::size_t node = 0; node < initial.size(); ++node) {
    origin_.insert(origin_.end(), static_cast<std::size_t>(initial[node]), static_cast<Node>(node));
    created_ += initial[node];
  }
}

void WorkMeter::generated(Node node, Cycle cycle, std::int64_t tasks) {
  origin_.insert(origin_.end(), static_cast<std::size_t>(tasks), node);
  created_ += tasks;
  --turns_left_;
  end_ = std::max(end_, cycle + 1);
}

void WorkMeter::executed(TaskId task, Cycle last, Cycle work, Cycle alone, std::int64_t created) {
  const Node origin = origin_[task];
  origin_.insert(origin_.end(), static_cast<std::size_t>(created), origin);
  created_ += created;
  ++executed_;
  end_ = std::max(end_, last + 1);
  work_ += work;
  alone_[origin] += alone;
}

void WorkMeter::divided(TaskId task, std::int64_t others) {
  origin_.insert(origin_.end(), static_cast<std::size_t>(others), Node{origin_[task]});
  created_ += others;
}

ApplicationResult WorkMeter::result(std::vector<ExecutorCounters> executor_counters,
                                    ApplicationStatistics statistics) const {
  ApplicationResult result;
  result.created = created_ - merged_;
  result.executed = executed_;
  if (finished()) result.finished = end_;
  result.optimal = ceil_ratio(work_, 1, capacity_);
  if (!has_turns_) {
    const auto alone = shared_out(alone_, executors_);
    result.alone = *std::max_element(alone.begin(), alone.end());
  }
  result.executor_counters = std::move(executor_counters);
  result.statistics = std::move(statistics);
  return result;
}

}  // namespace isobar
