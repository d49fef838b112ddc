// SPDX-License-Identifier: Apache-2.0
#include "models/executor/application_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/errors.h"
#include "models/later.h"

namespace isobar {
namespace {

Rational total_capacity(const Experiment& experiment) {
  const auto all = experiment.capacities();
  return all.empty() ? Rational(experiment.fabric.pes())
                     : std::accumulate(all.begin(), all.end(), Rational(0));
}

/// That `work` takes on the fastest PE.
Cycle least_cycles(const Experiment& experiment, Cycle work) {
  Cycle least = work;
  for (Node node = 0; node < experiment.fabric.pes(); ++node) {
    least = std::min(least, experiment.work_cycles(node, work));
  }
  return least;
}

}  // namespace

ApplicationRun::Done ApplicationRun::nothing_done(Node pes) {
  return {std::vector<Cycle>(pes, 0), std::vector<MemoryTally>(pes), {}};
}

std::optional<Cycle> ApplicationRun::alone(Node node, TaskId task) {
  const auto turns = application_->work_repeats_after();
  Cycle sum = 0;
  for (std::int64_t turn = 0; turn < turns && turn < iterations(); ++turn) {
    const auto times = (iterations() - turn - 1) / turns + 1;
    const Cycle once = 2 + cycles(node, application_->work_in(task, turn));  // fetched, worked, put
    Cycle all = 0;
    if (__builtin_mul_overflow(once, times, &all)) return std::nullopt;
    if (__builtin_add_overflow(sum, all, &sum)) return std::nullopt;
  }
  return sum;
}

std::vector<std::int64_t> ApplicationRun::bytes_of(const std::vector<MemoryTally>& memory) const {
  std::vector<std::int64_t> bytes;
  for (Node node = 0; node < memory.size(); ++node) {
    bytes.push_back(memory_besides(node) + memory[node].bytes());
  }
  return bytes;
}

ApplicationRun::ApplicationRun(const Experiment& experiment, Moved moved)
    : experiment_(experiment),
      moved_(std::move(moved)),
      application_(experiment.application()),
      step_(application_->step_cycles()),
      meter_(experiment.loads, total_capacity(experiment), experiment.executors,
             step_ > 0 ? application_->time_steps() * Load{experiment.fabric.pes()} : 0),
      least_cycles_(least_cycles(experiment, application_->least_work())),
      turns_(step_ > 0 ? experiment.fabric.pes() : 0, 0),
      tasks_(std::accumulate(experiment.loads.begin(), experiment.loads.end(), Load{0})),
      tasks_left_(tasks_),
      in_this_(nothing_done(experiment.fabric.pes())) {
  if (application_->initial_loads() != experiment.loads) {
    throw ModelError("the initial loads are not those of the application");
  }
  std::vector<PlacedTask> placed;
  TaskId id = 0;
  Node node = 0;
  for (const Load load : experiment.loads) {
    Cycle sum = 0;
    Cycle all = 0;
    bool is_countable = true;
    MemoryTally memory;
    for (Load i = 0; i < load; ++i, ++id) {
      const Cycle own = work(id);
      sum = later(sum, own);
      if (iterations() == 0) continue;
      const auto one = alone(node, id);
      if (!one || __builtin_add_overflow(all, *one, &all)) is_countable = false;
      if (application_->work_model() != nullptr) placed.push_back({node, card(id)});
      memory.add(card(id));
    }
    work_at_start_.push_back(sum);
    if (iterations() > 0) {
      bytes_at_start_.push_back(memory_besides(node) + memory.bytes());
      // After the last iteration none is put.
      if (is_countable) {
        alone_ = std::max(alone_, shared_out(all - load, experiment.executors_of(node)));
      }
    }
    ++node;
  }
  if (const auto* model = application_->work_model()) {
    model_work_at_start_ = work_by_pe(*model, experiment_.clock, placed);
  }
}

Cycle ApplicationRun::work(TaskId task) {
  const Cycle work = application_->work(task);
  if (work < 1) throw ModelError(fmt::format("task {} is {} cycles of work", task, work));
  return work;
}

ApplicationRun::Effort ApplicationRun::begin(Node node, TaskId task, Cycle from) {
  const std::lock_guard lock(mutex_);
  const Cycle takes = work(task);
  const Effort effort{takes, cycles(node, takes)};
  ++begun_;
  last_end_ = std::max(last_end_, later(from, effort.cycles));
  return effort;
}

Cycle ApplicationRun::unfinished_until(Cycle now) const {
  const bool all_begun = meter_.executed() + meter_.unfinished() == begun_;
  return all_begun ? last_end_ : std::max(last_end_, later(now, least_cycles_));
}

ApplicationRun::Children ApplicationRun::finish(Node node, TaskId task, Cycle last, Cycle work) {
  const std::lock_guard lock(mutex_);
  const auto first = static_cast<TaskId>(meter_.created());
  if (iterations() > 0) {
    in_this_.memory[node].add(card(task));
    note_talk(node, card(task));
  }
  if (application_->work_model() != nullptr) {
    in_this_.tasks.push_back({node, card(task)});
    in_this_.tasks.back().card.work = work;
  }
  const auto count = application_->finish(task);
  // Alone a PE fetches the task, works on it, and puts what it created, one a cycle.
  // Persistent tasks may be divided and merged; what they were at the start counts (alone_).
  const Cycle alone = iterations() > 0 ? 0 : 1 + cycles(meter_.origin(task), work) + count;
  meter_.executed(task, last, work, alone, count);
  if (iterations() > 0) {
    in_this_.busy[node] += cycles(node, work);
    if (--tasks_left_ == 0) end_iteration(last + 1);
  }
  return {first, count};
}

void ApplicationRun::note_talk(Node node, const TaskCard& card) {
  if (card.ties.empty()) return;
  in_this_.places[card.number] = node;
  for (const auto& tie : card.ties) in_this_.talks.push_back({node, tie.with, tie.bytes});
}

std::int64_t ApplicationRun::off_pe_bytes() const {
  std::int64_t bytes = 0;
  for (const auto& talk : in_this_.talks) {
    if (in_this_.places.at(talk.to) != talk.from) bytes += talk.bytes;
  }
  return bytes;
}

void ApplicationRun::end_iteration(Cycle end) {
  IterationRecord record;
  record.end = end;
  if (moved_) record.moved = moved_();
  in_this_.busy = shared_out(std::move(in_this_.busy), experiment_.executors);
  const auto& busy = in_this_.busy;
  record.total = std::accumulate(busy.begin(), busy.end(), Cycle{0});
  record.longest = *std::max_element(busy.begin(), busy.end());
  record.pes = busy.size();
  record.off_pe_bytes = off_pe_bytes();
  record.tasks = tasks_;
  ended_.push_back(record);
  tasks_left_ = tasks_;
  in_last_ = std::exchange(in_this_, nothing_done(experiment_.fabric.pes()));
}

ApplicationRun::Divided ApplicationRun::divide(TaskId task, std::size_t parts, Node node) {
  const auto first = static_cast<TaskId>(meter_.created());
  const auto others = static_cast<std::int64_t>(parts) - 1;
  auto numbers = application_->divide(task, parts, node);
  meter_.divided(task, others);
  tasks_left_ = tasks_ += others;
  return {std::move(numbers), {first, others}};
}

void ApplicationRun::merge(TaskId task, TaskId other) {
  application_->merge(task, other);
  meter_.merged();
  tasks_left_ = --tasks_;
}

std::optional<Cycle> ApplicationRun::next_turn(Node node) const {
  if (turns_[node] == application_->time_steps()) return std::nullopt;
  return turns_[node] * step_;
}

ApplicationRun::Begun ApplicationRun::begin_turn(Node node, Cycle cycle) {
  const auto first = static_cast<TaskId>(meter_.created());
  const auto turn = application_->turn(node);
  meter_.generated(node, cycle, turn.generates);
  ++turns_[node];
  return {{first, turn.generates}, turn.consumes};
}

ApplicationResult ApplicationRun::result(std::vector<ExecutorCounters> executor_counters,
                                         const std::vector<std::vector<Task>>& left) {
  std::int64_t count = 0;
  std::vector<Cycle> work_at_end;
  for (const auto& tasks : left) {
    Cycle sum = 0;
    for (const auto& task : tasks) sum = later(sum, work(task.id));
    work_at_end.push_back(sum);
    count += static_cast<std::int64_t>(tasks.size());
  }
  auto out = result(std::move(executor_counters), count);
  out.work_at_start = work_at_start_;
  out.work_at_end = std::move(work_at_end);
  return out;
}

ApplicationResult ApplicationRun::result(std::vector<ExecutorCounters> executor_counters,
                                         std::int64_t left) const {
  if (meter_.unfinished() != left) {
    throw ModelError(
        fmt::format("{} tasks are to be worked on, and {} are left", meter_.unfinished(), left));
  }
  auto result = meter_.result(std::move(executor_counters), application_->statistics());
  result.iterations = ended_;
  result.last_iteration = in_last_.busy;
  if (iterations() > 0) result.alone = alone_;
  if (const auto* model = application_->work_model()) {
    result.model_work_at_start = model_work_at_start_;
    result.model_work_at_end = ended_.empty()
                                   ? model_work_at_start_
                                   : work_by_pe(*model, experiment_.clock, in_last_.tasks);
  }
  result.bytes_at_start = bytes_at_start_;
  result.bytes_at_end = ended_.empty() ? bytes_at_start_ : bytes_of(in_last_.memory);
  return result;
}

}  // namespace isobar
