// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/container/small_vector.hpp>
#include <optional>
#include <vector>

#include "models/executor/executor.h"

namespace isobar {

/// The executors of one PE. They share its queue, which takes one task a cycle from them and gives
/// one: the lowest number of those that want it has it, the others wait and try again. A balancer
/// in software runs on the first (docs/executor.md, "Several executors").
class Executors {
 public:
  /// What surrounds them in the cycle in which they act.
  struct Surroundings {
    Cycle now;
    QueueSide& queue;
    BalancerProgram* program = nullptr;  ///< null unless they poll
  };

  Executors(const ExecutorSetting& setting, Node node);

  /// As those of an Executor, all of them in the order of their numbers.
  void start(const Surroundings& here);
  std::optional<Cycle> run(const Surroundings& here);
  bool act(const Surroundings& here);
  std::optional<Cycle> next(const Surroundings& here);
  void add_next(const Surroundings& here, NextCycle& next);
  bool creates(Cycle now) const;
  bool landed();
  void tell_looks(Cycle now) { all_.front().tell_looks(now); }  ///< only the first one looks
  void list(std::vector<Task>& out) const;

  // For the balancer beside or on them.

  /// While they are held they rest, as in a program that waits for a message.
  void hold(bool held, Cycle now);
  /// They may fetch so many tasks more; for persistent tasks, of which they fetch none unasked.
  void allow(Load tasks) { allowed_.tasks += tasks; }
  /// The tasks under work.
  Load working() const;
  /// That on which a balancer in software runs neither has nor looks for anything to do.
  bool first_is_waiting() const { return all_.front().is_waiting(); }

  /// The cycles of all of them in a run that took `end`.
  ExecutorCounters counters(Cycle end) const;

 private:
  class Shared;

  /// What one by itself sees, which wants each side of the queue at most once a cycle.
  Executor::Surroundings alone(const Surroundings& here) {
    return {here.now, here.queue, allowed_, here.program};
  }

  boost::container::small_vector<Executor, 1> all_;
  Allowance allowed_;
  std::optional<Cycle> fetched_at_;  ///< when the queue was last asked for a task
  std::optional<Cycle> put_at_;      ///< and to take one
};

}  // namespace isobar
