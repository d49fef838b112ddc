// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/executor/activity_log.h"
#include "models/executor/application_run.h"
#include "models/executor/balancer_program.h"
#include "models/executor/created_tasks.h"
#include "models/executor/next_cycle.h"
#include "models/executor/poll_clock.h"
#include "models/executor/queue_side.h"
#include "models/link/observer.h"
#include "models/link/task.h"

namespace isobar {

/// When in a cycle an executor acts. The rules are the same for every PE, and this is the one
/// difference in time (docs/executor.md, "Two kinds of PE").
enum class ActsAt : std::uint8_t {
  /// Beside a synchronous scheme's balancer, after all else of the cycle. It chooses by the load
  /// with which the cycle began, and choosing takes this cycle: a fetch is chosen and done in it;
  /// work, and what follows a turn in a time step, begins in the next one.
  cycle_end,
  /// In a message-driven PE, when all that can be used in the cycle has come. What it chooses
  /// begins in this cycle; a fetch is done when the next one begins, with the queue as it is then.
  cycle_begin,
};

/// How many tasks the executors of a PE may still fetch: without bound, but for persistent tasks
/// and in the turns of a time step.
struct Allowance {
  static constexpr std::int64_t unlimited = -1;

  std::int64_t tasks = unlimited;

  bool permits() const { return tasks != 0; }
  /// One task fewer.
  void fetched() {
    if (tasks != unlimited) --tasks;
  }
};

/// What all executors of a fabric share; all must outlive them.
struct ExecutorSetting {
  const Experiment& experiment;
  ApplicationRun* run;  ///< null where no application runs
  Observer* observer;   ///< may be null
  ActsAt acts;
  bool polls;  ///< the balancer is a program on the executor, which looks for messages (Balancer)
};

/// An executor of a PE: it fetches a task, works on it, and puts what that created into the
/// queue. What finds no place there it works on itself, the newest first (docs/executor.md). It
/// knows neither SystemC nor the PE: it sees its side of the queue, and of a balancer in software
/// what a look would find.
class Executor {
 public:
  /// What surrounds it in the cycle in which it acts.
  struct Surroundings {
    Cycle now;
    QueueSide& queue;
    Allowance& allowed;
    BalancerProgram* program = nullptr;  ///< null unless it polls
  };

  Executor(const ExecutorSetting& setting, ExecutorId id);

  /// In cycle 0, once its balancer has started: a program may already be busy.
  void start(const Surroundings& here);
  /// Does all that is to be done now. Returns the next cycle in which it acts by itself, as `next`.
  std::optional<Cycle> run(const Surroundings& here);
  /// Ends one thing that ends now, or begins what comes next. Returns whether there was anything to
  /// do: it is to be called until there is not. In the order of nodes where `creates`.
  bool act(const Surroundings& here);
  /// The next cycle after this one in which it acts by itself; none: it waits for its queue or its
  /// balancer.
  std::optional<Cycle> next(const Surroundings& here) const {
    NextCycle next(here.now);
    add_next(here, next);
    return next.get();
  }
  /// Has `next` consider that cycle.
  void add_next(const Surroundings& here, NextCycle& next) const;
  /// For one that acts at a cycle's end: whether tasks that have no identities yet may come to be
  /// in cycle `now`, because its work ends or it has a turn. It does not touch its queue then.
  bool creates(Cycle now) const {
    return stage_ == Stage::work ? now + lead() == until_ : turn_ == now;
  }
  /// A task has come into the queue. Returns whether the executor rested, and is to act in this
  /// cycle.
  bool landed();

  // For the balancer beside or on it.

  /// While it is held it rests, as in a program that waits for a message.
  void hold(bool held, Cycle now);
  bool is_working() const { return working_.has_value(); }
  /// It neither has nor looks for anything to do.
  bool is_waiting() const { return stage_ == Stage::idle || stage_ == Stage::held; }

  /// Tells the observer of looks in the middle of work, which are no acts.
  void tell_looks(Cycle now);
  /// Appends the tasks that it holds: the one under work, and those that found no place.
  void list(std::vector<Task>& out) const;
  /// Its cycles in a run that took `end`.
  ExecutorCounters counters(Cycle end) const;

 private:
  enum class Stage : std::uint8_t {
    free,   ///< from cycle `until_` on, in which it chooses what comes next
    idle,   ///< there is nothing that it may do
    held,   ///< by its balancer
    fetch,  ///< until cycle `until_`, as all that follow
    put,
    work,   ///< with looks between, as the poll clock says
    look,   ///< for messages, between two tasks
    serve,  ///< the balancer's program runs
  };

  static Activity activity(Stage stage);

  /// Cycles that have passed when it has chosen.
  Cycle lead() const { return setting_->acts == ActsAt::cycle_end ? 1 : 0; }
  bool has_turns() const { return setting_->run != nullptr && setting_->run->has_turns(); }
  bool waits_for_turn(const Surroundings& here) const;
  bool may_fetch(const Surroundings& here) const;
  /// The balancer is a program, and runs on this one.
  bool polls() const { return setting_->polls && id_.number == 0; }
  bool tells_looks() const;

  void enter(Stage stage, Cycle from);
  void occupy(Stage stage, Cycle from, Cycle cycles);
  void go_on(Cycle from, const Surroundings& here);
  std::optional<Cycle> pass_turns(Cycle from, const Surroundings& here);
  void choose(const Surroundings& here);
  void begin_work(Task task, Cycle from);
  void work_from(Cycle from, Cycle work);
  bool end_work(const Surroundings& here);
  bool end_wait(const Surroundings& here);
  void end_fetch_or_put(const Surroundings& here);
  bool serve(const Surroundings& here);

  const ExecutorSetting* setting_;
  ExecutorId id_;
  Stage stage_ = Stage::free;
  bool held_ = false;
  bool looks_ = false;  ///< of a stage of work: as the observer was told, in the middle of it
  Cycle until_ = 0;
  std::optional<Task> working_;  ///< under work, or interrupted
  Cycle work_ = 0;               ///< of that task on a PE of speed 1
  CreatedTasks created_;
  Cycle turn_;  ///< of its next turn in a time step, where it waits for one; else never
  PollClock clock_;
  ActivityLog log_;
};

}  // namespace isobar
