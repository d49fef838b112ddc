// SPDX-License-Identifier: Apache-2.0
#include "models/executor/executors.h"

#include <algorithm>

namespace isobar {

/// The queue, of which only one of them a cycle has each side.
class Executors::Shared final : public QueueSide {
 public:
  Shared(Executors& of, const Surroundings& here) : of_(of), here_(here) {}

  bool empty() override { return here_.queue.empty(); }
  bool full() override { return here_.queue.full(); }
  std::optional<Task> fetch() override {
    if (of_.fetched_at_ == here_.now) return std::nullopt;
    of_.fetched_at_ = here_.now;
    return here_.queue.fetch();
  }
  bool accept(Task task) override {
    if (of_.put_at_ == here_.now) return false;
    of_.put_at_ = here_.now;
    return here_.queue.accept(task);
  }

  /// What one of them sees.
  Executor::Surroundings around(const Executor& one) {
    return {here_.now, *this, of_.allowed_, &one == &of_.all_.front() ? here_.program : nullptr};
  }

 private:
  Executors& of_;
  const Surroundings& here_;
};

Executors::Executors(const ExecutorSetting& setting, Node node) {
  const auto number = setting.experiment.executors_of(node);
  for (unsigned i = 0; i < number; ++i) all_.emplace_back(setting, ExecutorId{node, i});
  const auto* run = setting.run;
  if (run != nullptr && (run->has_turns() || run->iterations() > 0)) allowed_.tasks = 0;
}

void Executors::start(const Surroundings& here) {
  Shared shared(*this, here);
  for (auto& one : all_) one.start(shared.around(one));
}

std::optional<Cycle> Executors::run(const Surroundings& here) {
  while (act(here)) {
  }
  return next(here);
}

bool Executors::act(const Surroundings& here) {
  if (all_.size() == 1) return all_.front().act(alone(here));
  Shared shared(*this, here);
  for (auto& one : all_) {
    if (one.act(shared.around(one))) return true;
  }
  return false;
}

std::optional<Cycle> Executors::next(const Surroundings& here) {
  NextCycle next(here.now);
  add_next(here, next);
  return next.get();
}

void Executors::add_next(const Surroundings& here, NextCycle& next) {
  if (all_.size() == 1) {
    all_.front().add_next(alone(here), next);
    return;
  }
  Shared shared(*this, here);
  bool one_waits = false;
  for (const auto& one : all_) {
    one.add_next(shared.around(one), next);
    one_waits = one_waits || one.is_waiting();
  }
  // What one has put another finds, at the latest, in the next cycle.
  if (one_waits && put_at_ == here.now) next.consider(here.now + 1);
}

bool Executors::creates(Cycle now) const {
  return std::any_of(all_.begin(), all_.end(), [now](auto& one) { return one.creates(now); });
}

bool Executors::landed() {
  bool any = false;
  for (auto& one : all_) any = one.landed() || any;
  return any;
}

void Executors::list(std::vector<Task>& out) const {
  for (const auto& one : all_) one.list(out);
}

void Executors::hold(bool held, Cycle now) {
  for (auto& one : all_) one.hold(held, now);
}

Load Executors::working() const {
  return std::count_if(all_.begin(), all_.end(), [](auto& one) { return one.is_working(); });
}

ExecutorCounters Executors::counters(Cycle end) const {
  ExecutorCounters sum;
  for (const auto& one : all_) sum += one.counters(end);
  return sum;
}

}  // namespace isobar
