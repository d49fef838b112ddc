// SPDX-License-Identifier: Apache-2.0
#include "models/executor/executor.h"

#include <algorithm>

namespace isobar {

Executor::Executor(const ExecutorSetting& setting, ExecutorId id)
    : setting_(&setting),
      id_(id),
      turn_(has_turns() ? 0 : never),
      clock_(polls() ? setting.experiment.balancer.poll_period : 0,
             setting.experiment.balancer.poll_cost, setting.experiment.external_of(id.node)) {}

void Executor::start(const Surroundings& here) {
  if (here.program == nullptr || here.program->busy_until() <= here.now) return;
  enter(Stage::serve, here.now);
  until_ = here.program->busy_until();
}

std::optional<Cycle> Executor::run(const Surroundings& here) {
  while (act(here)) {
  }
  return next(here);
}

bool Executor::act(const Surroundings& here) {
  switch (stage_) {
    case Stage::free:
      if (here.now < until_) return false;
      go_on(here.now, here);
      return true;
    case Stage::idle:
    case Stage::held:
      return end_wait(here);
    case Stage::work:
      return end_work(here);
    case Stage::serve:
      return serve(here);
    case Stage::fetch:
    case Stage::put:
      if (here.now + lead() < until_) return false;
      end_fetch_or_put(here);
      return true;
    case Stage::look:
      if (here.now < until_) return false;
      occupy(Stage::serve, here.now, 0);
      return true;
  }
  return false;
}

void Executor::add_next(const Surroundings& here, NextCycle& next) const {
  switch (stage_) {
    case Stage::held:
      break;
    case Stage::idle:
      if (turn_ != never) next.consider(turn_);
      break;
    case Stage::work:
      next.consider(until_ - lead());
      if (here.program != nullptr) {
        if (const auto since = here.program->pending_since())
          next.consider(clock_.look_end(*since));
        if (tells_looks()) next.consider(clock_.doing(here.now).until);
      }
      break;
    case Stage::free:
    case Stage::fetch:
    case Stage::put:
    case Stage::look:
    case Stage::serve:
      next.consider(until_);
      break;
  }
}

bool Executor::landed() {
  if (stage_ != Stage::idle || turn_ != never) return false;
  stage_ = Stage::free;
  until_ = 0;
  return true;
}

/// Waiting ends when its queue, a message or the balancer gives it something to do.
bool Executor::end_wait(const Surroundings& here) {
  if (here.program != nullptr && here.program->is_pending()) {
    occupy(Stage::look, here.now, setting_->experiment.balancer.poll_cost);
    return true;
  }
  if (stage_ == Stage::held ? held_ : !may_fetch(here) && turn_ > here.now) return false;
  go_on(here.now, here);
  return true;
}

bool Executor::end_work(const Surroundings& here) {
  const Cycle end = until_;
  if (here.now + lead() >= end) {
    if (polls()) log_.looked(clock_.finish().looks);
    log_.executed();
    const auto children = setting_->run->finish(id_.node, working_->id, end - 1, work_);
    working_.reset();
    created_.add(children.first, children.count);
    if (clock_.is_due()) {
      occupy(Stage::look, end, setting_->experiment.balancer.poll_cost);
    } else {
      go_on(end, here);
    }
    return true;
  }
  if (here.program == nullptr) return false;
  const auto since = here.program->pending_since();
  if (!since || clock_.look_end(*since) != here.now) return false;
  log_.looked(clock_.interrupt(here.now).looks);
  occupy(Stage::serve, here.now, 0);
  return true;
}

void Executor::end_fetch_or_put(const Surroundings& here) {
  const Cycle end = until_;
  if (stage_ == Stage::put) {
    if (here.queue.accept(created_.oldest())) created_.drop_oldest();
  } else if (const auto task = here.allowed.permits() ? here.queue.fetch() : std::nullopt) {
    // Another may have fetched the last that they were allowed since this one chose to.
    here.allowed.fetched();
    begin_work(*task, end);
    return;
  }
  go_on(end, here);
}

bool Executor::serve(const Surroundings& here) {
  if (here.program->serve()) {
    until_ = here.program->busy_until();
    return true;
  }
  if (here.program->busy_until() > here.now) return false;
  clock_.looked();
  go_on(here.now, here);
  return true;
}

bool Executor::waits_for_turn(const Surroundings& here) const {
  return here.allowed.tasks != Allowance::unlimited && !working_ && created_.empty() && has_turns();
}

bool Executor::may_fetch(const Surroundings& here) const {
  return setting_->run != nullptr && here.allowed.permits() && !here.queue.empty();
}

/// Nothing is under way from cycle `from` on: what comes next, if that can be known by now.
void Executor::go_on(Cycle from, const Surroundings& here) {
  stage_ = Stage::free;
  std::optional<Cycle> open = from;
  if (waits_for_turn(here)) open = pass_turns(from, here);
  if (!open) return;
  until_ = *open;
  if (*open <= here.now) choose(here);
}

/// In time steps: has the turns that are due, as long as there is nothing to do in them, and rests
/// until the next one if that is all. Returns the first cycle for which it can choose what it does;
/// none if it rests.
std::optional<Cycle> Executor::pass_turns(Cycle from, const Surroundings& here) {
  while (waits_for_turn(here)) {
    if (here.allowed.tasks > 0) {
      // Whether there is a task to fetch shows in that cycle only.
      if (from > here.now || !here.queue.empty()) break;
      here.allowed.tasks = 0;
      if (lead() > 0) log_.does(from, Activity::idle, 0, id_, setting_->observer);
      from += lead();
      continue;
    }
    const auto next = setting_->run->next_turn(id_.node);
    if (!next) {  // it has had all, and works off what is left
      here.allowed.tasks = Allowance::unlimited;
      break;
    }
    turn_ = std::max(*next, from);
    if (turn_ > from) {
      enter(held_ ? Stage::held : Stage::idle, from);
      return std::nullopt;
    }
    if (turn_ > here.now) break;
    turn_ = never;
    const auto begun = setting_->run->begin_turn(id_.node, from);
    created_.add(begun.generated.first, begun.generated.count);
    here.allowed.tasks = begun.consumes;
    from += lead();
  }
  return from;
}

/// What it does from this cycle on, by its queue as it is now.
void Executor::choose(const Surroundings& here) {
  const Cycle now = here.now;
  if (held_) {
    enter(Stage::held, now);
  } else if (working_) {
    work_from(now, clock_.left());
  } else if (!created_.empty() && !here.queue.full()) {
    occupy(Stage::put, now, 1);
  } else if (!created_.empty()) {
    // Depth first, so that it can go on whatever the queue is.
    if (lead() > 0) log_.does(now, Activity::wait, 0, id_, setting_->observer);
    begin_work(created_.take_newest(), now + lead());
  } else if (may_fetch(here)) {
    occupy(Stage::fetch, now, 1);
  } else {
    enter(Stage::idle, now);
  }
}

void Executor::begin_work(Task task, Cycle from) {
  working_ = task;
  const auto effort = setting_->run->begin(id_.node, task.id, from);
  work_ = effort.work;
  work_from(from, effort.cycles);
}

void Executor::work_from(Cycle from, Cycle work) {
  clock_.begin(from, work);
  until_ = clock_.end();
  enter(held_ ? Stage::held : Stage::work, from);
}

void Executor::hold(bool held, Cycle now) {
  if (held == held_) return;
  held_ = held;
  // A program is held in its own turn only; who is held finds out by itself that it is not.
  if (polls() || !held) return;
  if (stage_ == Stage::work) {
    if (until_ <= now) return;  // it has just been done
    clock_.suspend(now);
    enter(Stage::held, now);
  } else if (stage_ == Stage::idle) {
    enter(Stage::held, now);
  }
}

Activity Executor::activity(Stage stage) {
  switch (stage) {
    case Stage::free:
    case Stage::idle:
      return Activity::idle;
    case Stage::work:
      return Activity::work;
    case Stage::look:
    case Stage::serve:
      return Activity::balance;
    case Stage::held:
    case Stage::fetch:
    case Stage::put:
      break;
  }
  return Activity::wait;
}

void Executor::enter(Stage stage, Cycle from) {
  stage_ = stage;
  looks_ = false;
  log_.does(from, activity(stage), working_ ? working_->id : 0, id_, setting_->observer);
}

void Executor::occupy(Stage stage, Cycle from, Cycle cycles) {
  enter(stage, from);
  until_ = from + cycles;
}

bool Executor::tells_looks() const {
  return stage_ == Stage::work && polls() && setting_->experiment.balancer.poll_cost > 0 &&
         setting_->observer != nullptr;
}

void Executor::tell_looks(Cycle now) {
  if (!tells_looks()) return;
  const bool looks = clock_.doing(now).looks;
  if (looks == looks_) return;
  looks_ = looks;
  setting_->observer->activity_changes(now, id_, looks ? Activity::balance : Activity::work,
                                       working_->id);
}

void Executor::list(std::vector<Task>& out) const {
  if (working_) out.push_back(*working_);
  created_.list(out);
}

ExecutorCounters Executor::counters(Cycle end) const {
  auto counters = log_.counters(end);
  if (stage_ == Stage::work && polls()) {
    const Cycle looks = clock_.until(end).looks;
    counters.work -= looks;
    counters.balance += looks;
  }
  return counters;
}

}  // namespace isobar
