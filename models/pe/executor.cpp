// SPDX-License-Identifier: Apache-2.0
#include "models/pe/executor.h"

#include <fmt/format.h>

#include <limits>

namespace isobar {
namespace {

constexpr Cycle never = std::numeric_limits<Cycle>::max();

/// A PE's queue as its executor sees it.
struct PeQueue {
  Pe& pe;

  bool empty() const { return pe.load_before() == 0; }
  bool full() const { return pe.is_full(); }
  std::optional<Task> fetch() const { return pe.fetch(); }
  bool accept(Task task) const { return pe.accept(task); }
};

}  // namespace

Executor::Executor(const sc_core::sc_module_name& name, Node node, Pe& pe, ApplicationRun& run,
                   Lockstep& lockstep, ExecutorClock& clock)
    : sc_module(name), node_(node), pe_(pe), run_(run), lockstep_(lockstep), clock_(clock) {
  SC_HAS_PROCESS(Executor);
  SC_METHOD(act);
  sensitive << turn;
  dont_initialize();
}

void Executor::act() {
  if (const auto next = core.act(lockstep_.cycle(), node_, PeQueue{pe_}, run_)) {
    clock_.ask(*next, node_);
  }
}

ExecutorClock::ExecutorClock(const sc_core::sc_module_name& name, ApplicationRun& run,
                             Lockstep& lockstep)
    : sc_module(name), run_(run), lockstep_(lockstep), alarm_at_(0) {
  SC_HAS_PROCESS(ExecutorClock);
  SC_METHOD(act);
  sensitive << alarm_;
}

void ExecutorClock::attach(Node node, Pe& pe) {
  executors_.push_back(std::make_unique<Executor>(fmt::format("executor_{}", node).c_str(), node,
                                                  pe, run_, lockstep_, *this));
  executors_.back()->core.start(run_);
  calendar_.put(0, node);
}

void ExecutorClock::ask(Cycle cycle, Node node) {
  calendar_.put(cycle, node);
  set_alarm(cycle);
}

void ExecutorClock::landed(Node node) {
  if (executors_[node]->core.landed()) ask(lockstep_.cycle(), node);
}

void ExecutorClock::act() {
  if (lockstep_.is_over()) return;
  if (!lockstep_.is_settled()) {
    alarm_.notify(sc_core::SC_ZERO_TIME);
    return;
  }
  alarm_at_ = never;
  const Cycle now = lockstep_.cycle();
  if (calendar_.next() == now) {
    for (const Node node : calendar_.take(now)) {
      auto& executor = *executors_[node];
      if (executor.core.creates(now)) {
        calendar_.put(executor.core.create(now, node, run_), node);
      } else {
        executor.turn.notify();
      }
    }
  }
  if (const auto next = calendar_.next()) set_alarm(*next);
}

void ExecutorClock::set_alarm(Cycle cycle) {
  // Where the kernel's time ends the lockstep says so.
  if (cycle >= alarm_at_ || cycle > lockstep_.clock().last_cycle()) return;
  alarm_at_ = cycle;
  alarm_.notify(lockstep_.clock().until(cycle));
}

}  // namespace isobar
