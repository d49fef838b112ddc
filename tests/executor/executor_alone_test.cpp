// SPDX-License-Identifier: Apache-2.0
// The executor of one PE by itself, without SystemC: cycle by cycle against docs/executor.md, at a
// queue that stalls and is filled at random.
#include <algorithm>
#include <deque>
#include <set>

#include "models/executor/executor.h"
#include "models/workloads/random.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/external_spans.h"
#include "tests/support/property.h"
#include "tests/support/random_application.h"

using namespace isobar;

namespace {

constexpr Cycle length = 1500;

/// What happens at the executor's queue, cycle by cycle, and what its balancer's messages take.
struct Surroundings {
  Load depth = 0;
  QueueEnd fetch = QueueEnd::oldest;
  std::vector<Load> landings;   ///< tasks that come in at the beginning of the cycle
  std::vector<bool> decisions;  ///< nothing is fetched
  std::vector<bool> closed;     ///< nothing is accepted
  // Software:
  std::vector<Cycle> messages;  ///< of one that comes in the cycle: what it takes; 0: none comes
};

struct Case {
  Experiment experiment{Fabric::parse("ring:2")};
  test::RandomTrees trees;
  Surroundings around;
};

/// What an executor does in each cycle, and the tasks that it worked on, in their order.
struct Diary {
  std::vector<Activity> activities;
  std::vector<TaskId> executed;

  bool operator==(const Diary& other) const {
    return activities == other.activities && executed == other.executed;
  }
};

/// PE 0 has the executor; tasks of PE 1 come in.
Case random_case(bool software) {
  Case c;
  c.trees.roots = {*rc::gen::inRange<Load>(0, 5), 30};
  c.trees.size = *rc::gen::element<std::int64_t>(1, 6, 30);
  c.trees.most_work = *rc::gen::element<Cycle>(1, 4, 40);
  c.trees.most_children = *rc::gen::element<std::int64_t>(1, 3, 9);
  c.trees.seed = *rc::gen::arbitrary<std::uint64_t>();
  auto& e = c.experiment;
  e.loads = c.trees.roots;
  e.application = [trees = c.trees] { return test::random_application(trees); };
  if (*rc::gen::arbitrary<bool>()) e.speeds = {Rational(*rc::gen::inRange(1, 9), 3), 1};
  if (!software && *rc::gen::arbitrary<bool>()) {
    e.external = {ExternalLoad(test::any_spans(200, 500)), ExternalLoad()};
  }
  e.balancer.software = software;
  e.balancer.poll_period = *rc::gen::inRange<Cycle>(1, 12);
  e.balancer.poll_cost = *rc::gen::inRange<Cycle>(0, 5);
  auto& around = c.around;
  around.depth = e.queue_depth = *rc::gen::inRange<Load>(6, 12);
  around.fetch = e.fetch = *rc::gen::element(QueueEnd::oldest, QueueEnd::newest);
  const auto rarity = *rc::gen::inRange<std::uint64_t>(2, 40);
  auto random = random_stream(*rc::gen::arbitrary<std::uint64_t>(), "stalls");
  const auto one_in = [&](std::uint64_t n) { return random() % n == 0; };
  Load left = c.trees.roots[1];
  for (Cycle cycle = 0; cycle <= length; ++cycle) {
    const bool lands = cycle > 0 && left > 0 && one_in(rarity);
    around.landings.push_back(lands ? 1 : 0);
    left -= around.landings.back();
    around.decisions.push_back(one_in(4));
    around.closed.push_back(one_in(3));
    const bool comes = software && one_in(rarity);
    around.messages.push_back(comes ? 1 + static_cast<Cycle>(random() % 8) : 0);
  }
  return c;
}

/// A queue with landings, and with what it refuses.
class StallingQueue final : public QueueSide {
 public:
  StallingQueue(const Case& c, bool stalls) : around_(c.around), stalls_(stalls) {
    for (Load i = 0; i < c.trees.roots[0]; ++i) tasks.push({next_++});
  }
  /// Returns whether a task landed.
  bool begin(Cycle cycle) {
    cycle_ = static_cast<std::size_t>(cycle);
    const bool lands =
        around_.landings[cycle_] > 0 && static_cast<Load>(tasks.size()) < around_.depth;
    if (lands) tasks.push({next_++});
    before_ = static_cast<Load>(tasks.size());
    return lands;
  }
  bool empty() override { return load() == 0; }
  bool full() override { return load() >= around_.depth - 1; }
  std::optional<Task> fetch() override {
    if (empty() || (stalls_ && around_.decisions[cycle_])) return std::nullopt;
    return take(tasks, around_.fetch);
  }
  bool accept(Task task) override {
    if (full() || (stalls_ && around_.closed[cycle_])) return false;
    tasks.push(task);
    return true;
  }

  TaskQueue tasks;

 private:
  Load load() const { return stalls_ ? before_ : static_cast<Load>(tasks.size()); }

  const Surroundings& around_;
  bool stalls_;  ///< as beside a balancer in lockstep, where loads are those of the cycle's
                 ///< beginning
  TaskId next_ = 0;
  std::size_t cycle_ = 0;
  Load before_ = 0;
};

/// Messages that take a program's time.
class Messages final : public BalancerProgram {
 public:
  void come(Cycle cycle, Cycle takes) {
    now_ = cycle;
    if (takes > 0) waiting_.emplace_back(cycle, takes);
  }
  bool is_pending() const override { return !waiting_.empty(); }
  std::optional<Cycle> pending_since() const override {
    if (waiting_.empty()) return std::nullopt;
    return waiting_.front().first;
  }
  bool serve() override {
    if (busy_until_ > now_ || waiting_.empty()) return false;
    busy_until_ = now_ + waiting_.front().second;
    waiting_.pop_front();
    return true;
  }
  Cycle busy_until() const override { return busy_until_; }

 private:
  Cycle now_ = 0;
  Cycle busy_until_ = 0;
  std::deque<std::pair<Cycle, Cycle>> waiting_;
};

/// Follows what the executor tells, cycle by cycle.
class Follower final : public Observer {
 public:
  void activity_changes(Cycle from, Node, Activity activity, std::uint64_t) override {
    until(from);
    activity_ = activity;
  }
  void until(Cycle cycle) {
    RC_ASSERT(cycle >= static_cast<Cycle>(activities.size()));
    activities.resize(static_cast<std::size_t>(cycle), activity_);
  }

  std::vector<Activity> activities;

 private:
  Activity activity_ = Activity::idle;
};

Cycle count(const std::vector<Activity>& activities, Activity which) {
  return std::count(activities.begin(), activities.end(), which);
}

/// The executor is called only in cycles that it asked for, or in which something comes.
Diary run_executor(const Case& c, ActsAt acts) {
  const auto executed = std::make_shared<std::vector<TaskId>>();
  auto e = c.experiment;
  e.application = [&] { return test::random_application(c.trees, executed); };
  ApplicationRun run(e);
  Follower follower;
  const ExecutorSetting setting{e, &run, &follower, acts, e.balancer.software};
  StallingQueue queue(c, acts == ActsAt::cycle_end);
  Messages messages;
  Executor executor(setting, 0);
  std::optional<Cycle> next = 0;
  // What ends with the last cycle a message-driven PE does when the next one begins.
  const Cycle last = acts == ActsAt::cycle_end ? length - 1 : length;
  for (Cycle cycle = 0; cycle <= last; ++cycle) {
    const bool landed = queue.begin(cycle);
    const auto takes = c.around.messages[static_cast<std::size_t>(cycle)];
    messages.come(cycle, takes);
    const bool beside = acts == ActsAt::cycle_end;
    const bool called = beside ? landed && executor.landed() : landed || takes > 0;
    if (!called && next != cycle) continue;
    const Executor::Surroundings here{cycle, queue, e.balancer.software ? &messages : nullptr};
    while (executor.act(here)) {
    }
    executor.tell_looks(cycle);
    next = executor.next(here);
    RC_ASSERT((!next || *next > cycle));
  }
  follower.until(length);
  const auto counters = executor.counters(length);
  RC_ASSERT(counters.total() == length);
  RC_ASSERT(counters.work == count(follower.activities, Activity::work));
  RC_ASSERT(counters.balance == count(follower.activities, Activity::balance));
  RC_ASSERT(counters.idle == count(follower.activities, Activity::idle));
  RC_ASSERT(counters.tasks == static_cast<std::int64_t>(executed->size()));
  std::vector<Task> held;
  executor.list(held);
  std::set<TaskId> all(executed->begin(), executed->end());
  for (const auto& task : held) all.insert(task.id);
  for (std::uint32_t i = 0; i < queue.tasks.size(); ++i) all.insert(queue.tasks[i].id);
  RC_ASSERT(all.size() == executed->size() + held.size() + queue.tasks.size());
  return {follower.activities, *executed};
}

/// An executor cycle by cycle, as docs/executor.md has it.
class Definition {
 public:
  explicit Definition(const Case& c)
      : case_(c), application_(test::random_application(c.trees, executed_)) {
    created_first_ = 0;
    for (const Load load : c.trees.roots) created_first_ += static_cast<TaskId>(load);
  }

  /// Beside a balancer in lockstep.
  Diary lockstep() {
    StallingQueue queue(case_, true);
    for (Cycle cycle = 0; cycle < length; ++cycle) {
      queue.begin(cycle);
      if (work_left_ > 0) {
        tell(Activity::work);
        work(cycle);
      } else if (!created_.empty()) {
        tell(Activity::wait);
        if (queue.full()) {
          begin(created_.back());
          created_.pop_back();
        } else if (queue.accept(created_.front())) {
          created_.pop_front();
        }
      } else if (queue.empty()) {
        tell(Activity::idle);
      } else {
        tell(Activity::wait);
        if (const auto task = queue.fetch()) begin(*task);
      }
    }
    return diary();
  }

  /// In a message-driven PE.
  Diary message_driven() {
    StallingQueue queue(case_, false);
    const auto& balancer = case_.experiment.balancer;
    enum class Does { nothing, fetch, put } does = Does::nothing;
    std::deque<Cycle> inbox;
    Cycle look_left = 0;     // cycles of the look under way
    Cycle message_left = 0;  // of the message that is handled
    Cycle since_look = 0;    // cycles of work
    bool looking = false;
    bool serving = false;
    for (Cycle cycle = 0; cycle < length; ++cycle) {
      queue.begin(cycle);
      if (const auto takes = case_.around.messages[static_cast<std::size_t>(cycle)]; takes > 0) {
        inbox.push_back(takes);
      }
      if (does == Does::put && queue.accept(created_.front())) created_.pop_front();
      if (does == Does::fetch) {
        if (const auto task = queue.fetch()) begin(*task);
      }
      does = Does::nothing;
      // Looks, and what they find, come before all else. One is due after so many cycles of work,
      // in its middle or between two tasks; and who is idle looks when something comes.
      const bool was_idle = cycle > 0 && activities_.back() == Activity::idle;
      const bool free = work_left_ == 0 && created_.empty() && queue.empty();
      for (bool again = true; again;) {
        again = false;
        if (looking && look_left == 0) {
          looking = false;
          serving = true;
          since_look = 0;
        }
        if (serving && message_left == 0) {
          if (inbox.empty()) {
            serving = false;
          } else {
            message_left = inbox.front();
            inbox.pop_front();
          }
        }
        if (looking || serving || !balancer.software) continue;
        const bool due = since_look >= balancer.poll_period;
        const bool ready = (free || was_idle) && !inbox.empty();
        if (due || ready) {
          looking = true;
          look_left = balancer.poll_cost;
          again = look_left == 0;
        }
      }
      if (looking) {
        tell(Activity::balance);
        --look_left;
      } else if (serving) {
        tell(Activity::balance);
        --message_left;
      } else if (work_left_ > 0) {
        tell(Activity::work);
        work(cycle);
        ++since_look;
      } else if (!created_.empty() && !queue.full()) {
        tell(Activity::wait);
        does = Does::put;
      } else if (!created_.empty()) {
        begin(created_.back());
        created_.pop_back();
        tell(Activity::work);
        work(cycle);
        ++since_look;
      } else if (!queue.empty()) {
        tell(Activity::wait);
        does = Does::fetch;
      } else {
        tell(Activity::idle);
      }
    }
    return diary();
  }

 private:
  void tell(Activity activity) { activities_.push_back(activity); }
  void begin(Task task) {
    current_ = task;
    work_left_ = case_.experiment.work_cycles(0, application_->work(task.id));
  }
  void work(Cycle cycle) {
    const auto* external = case_.experiment.external_of(0);
    const bool own = external == nullptr || external->own(cycle + 1) > external->own(cycle);
    if (!own || --work_left_ > 0) return;
    const auto children = application_->finish(current_.id);
    for (std::int64_t i = 0; i < children; ++i) created_.push_back({created_first_++});
  }
  Diary diary() const { return {activities_, *executed_}; }

  const Case& case_;
  std::shared_ptr<std::vector<TaskId>> executed_ = std::make_shared<std::vector<TaskId>>();
  std::unique_ptr<Application> application_;
  std::vector<Activity> activities_;
  std::deque<Task> created_;
  TaskId created_first_ = 0;
  Task current_;
  Cycle work_left_ = 0;
};

}  // namespace

TEST_CASE("an executor in lockstep does what its definition says, however its queue stalls",
          "[executor]") {
  test::property([] {
    const auto c = random_case(false);
    RC_ASSERT(run_executor(c, ActsAt::cycle_end) == Definition(c).lockstep());
  });
}

TEST_CASE("an executor beside messages does what its definition says", "[executor]") {
  test::property([] {
    const auto c = random_case(false);
    RC_ASSERT(run_executor(c, ActsAt::cycle_begin) == Definition(c).message_driven());
  });
}

TEST_CASE("an executor that polls does what its definition says", "[executor]") {
  test::property([] {
    const auto c = random_case(true);
    RC_ASSERT(run_executor(c, ActsAt::cycle_begin) == Definition(c).message_driven());
  });
}

TEST_CASE("an executor that is held rests, and goes on with what is left", "[executor]") {
  Experiment e(Fabric::parse("ring:1"));
  test::RandomTrees trees;
  trees.roots = {1};
  trees.most_work = 1;
  e.loads = trees.roots;
  e.queue_depth = 4;
  e.speeds = {Rational(1, 10)};
  e.application = [&] { return test::random_application(trees); };
  ApplicationRun run(e);
  const ExecutorSetting setting{e, &run, nullptr, ActsAt::cycle_begin, false};
  Case c;  // for its queue
  c.trees = trees;
  c.around.depth = 4;
  c.around.landings.assign(length, 0);
  StallingQueue queue(c, false);
  Executor executor(setting, 0);
  const auto act = [&](Cycle cycle) {
    queue.begin(cycle);
    const Executor::Surroundings here{cycle, queue};
    return executor.run(here);
  };
  CHECK(act(0) == 1);   // fetches
  CHECK(act(1) == 11);  // ten cycles of work
  executor.hold(true, 4);
  CHECK_FALSE(act(4));
  executor.hold(false, 9);
  CHECK(act(9) == 16);
  CHECK(executor.is_working());
  // Held in the cycle in which the work is over: the task is done nevertheless.
  executor.hold(true, 16);
  CHECK_FALSE(act(16));
  CHECK_FALSE(executor.is_working());
  const auto counters = executor.counters(20);
  CHECK(counters.work == 10);
  CHECK(counters.wait == 1 + 5 + 4);
  CHECK(counters.tasks == 1);
}
