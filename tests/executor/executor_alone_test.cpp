// SPDX-License-Identifier: Apache-2.0
// The executors of one PE by themselves, without SystemC: cycle by cycle against docs/executor.md,
// at a queue that stalls and is filled at random.
#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "models/executor/executors.h"
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

/// What each executor does in each cycle, and the tasks that they worked on, in their order.
struct Diary {
  std::vector<std::vector<Activity>> activities;
  std::vector<TaskId> executed;

  bool operator==(const Diary& other) const {
    return activities == other.activities && executed == other.executed;
  }
};

/// PE 0 has the executors; tasks of PE 1 come in.
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
  e.executors = {*rc::gen::inRange(1U, 4U), 1};
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

/// Follows what the executors tell, cycle by cycle.
class Follower final : public Observer {
 public:
  explicit Follower(unsigned executors) : activities(executors), now_(executors, Activity::idle) {}

  void activity_changes(Cycle from, ExecutorId executor, Activity activity,
                        std::uint64_t) override {
    until(from, executor.number);
    now_[executor.number] = activity;
  }
  void until(Cycle cycle, unsigned executor) {
    auto& told = activities.at(executor);
    RC_ASSERT(cycle >= static_cast<Cycle>(told.size()));
    told.resize(static_cast<std::size_t>(cycle), now_[executor]);
  }

  std::vector<std::vector<Activity>> activities;  ///< by executor

 private:
  std::vector<Activity> now_;
};

Cycle count(const std::vector<std::vector<Activity>>& activities, Activity which) {
  Cycle sum = 0;
  for (const auto& one : activities) sum += std::count(one.begin(), one.end(), which);
  return sum;
}

/// The executors are called only in cycles that they asked for, or in which something comes.
Diary run_executor(const Case& c, ActsAt acts) {
  const auto executed = std::make_shared<std::vector<TaskId>>();
  auto e = c.experiment;
  e.application = [&] { return test::random_application(c.trees, executed); };
  ApplicationRun run(e);
  Follower follower(e.executors_of(0));
  const ExecutorSetting setting{e, &run, &follower, acts, e.balancer.software};
  StallingQueue queue(c, acts == ActsAt::cycle_end);
  Messages messages;
  Executors executors(setting, 0);
  std::optional<Cycle> next = 0;
  // What ends with the last cycle a message-driven PE does when the next one begins.
  const Cycle last = acts == ActsAt::cycle_end ? length - 1 : length;
  for (Cycle cycle = 0; cycle <= last; ++cycle) {
    const bool landed = queue.begin(cycle);
    const auto takes = c.around.messages[static_cast<std::size_t>(cycle)];
    messages.come(cycle, takes);
    const bool beside = acts == ActsAt::cycle_end;
    const bool called = beside ? landed && executors.landed() : landed || takes > 0;
    if (!called && next != cycle) continue;
    const Executors::Surroundings here{cycle, queue, e.balancer.software ? &messages : nullptr};
    while (executors.act(here)) {
    }
    executors.tell_looks(cycle);
    next = executors.next(here);
    RC_ASSERT((!next || *next > cycle));
  }
  for (unsigned i = 0; i < e.executors_of(0); ++i) follower.until(length, i);
  const auto counters = executors.counters(length);
  RC_ASSERT(counters.total() == length * e.executors_of(0));
  RC_ASSERT(counters.work == count(follower.activities, Activity::work));
  RC_ASSERT(counters.balance == count(follower.activities, Activity::balance));
  RC_ASSERT(counters.idle == count(follower.activities, Activity::idle));
  RC_ASSERT(counters.tasks == static_cast<std::int64_t>(executed->size()));
  std::vector<Task> held;
  executors.list(held);
  std::set<TaskId> all(executed->begin(), executed->end());
  for (const auto& task : held) all.insert(task.id);
  for (std::uint32_t i = 0; i < queue.tasks.size(); ++i) all.insert(queue.tasks[i].id);
  RC_ASSERT(all.size() == executed->size() + held.size() + queue.tasks.size());
  return {follower.activities, *executed};
}

/// The executors of a PE cycle by cycle, as docs/executor.md has it.
class Definition {
 public:
  explicit Definition(const Case& c)
      : case_(c),
        application_(test::random_application(c.trees, executed_)),
        all_(c.experiment.executors_of(0)) {
    created_first_ = 0;
    for (const Load load : c.trees.roots) created_first_ += static_cast<TaskId>(load);
  }

  /// Beside a balancer in lockstep.
  Diary lockstep() {
    StallingQueue queue(case_, true);
    for (Cycle cycle = 0; cycle < length; ++cycle) {
      queue.begin(cycle);
      asked_for_task_ = asked_to_take_ = false;
      for (auto& one : all_) {
        if (one.work_left > 0) {
          one.tell(Activity::work);
          work(one, cycle);
        } else if (!one.created.empty()) {
          one.tell(Activity::wait);
          if (queue.full()) {
            begin(one, one.created.back());
            one.created.pop_back();
          } else {
            put(one, queue);
          }
        } else if (queue.empty()) {
          one.tell(Activity::idle);
        } else {
          one.tell(Activity::wait);
          fetch(one, queue);
        }
      }
    }
    return diary();
  }

  /// In a message-driven PE.
  Diary message_driven() {
    StallingQueue queue(case_, false);
    std::deque<Cycle> inbox;
    for (Cycle cycle = 0; cycle < length; ++cycle) {
      queue.begin(cycle);
      if (const auto takes = case_.around.messages[static_cast<std::size_t>(cycle)]; takes > 0) {
        inbox.push_back(takes);
      }
      asked_for_task_ = asked_to_take_ = false;
      for (auto& one : all_) {
        if (one.does == Does::put) put(one, queue);
        if (one.does == Does::fetch) fetch(one, queue);
        one.does = Does::nothing;
        if (&one == &all_.front() && case_.experiment.balancer.software) {
          look(queue, inbox, cycle);
          if (looking_ || serving_) {
            one.tell(Activity::balance);
            --(looking_ ? look_left_ : message_left_);
            continue;
          }
        }
        choose(one, queue, cycle);
      }
      // What came into the queue meanwhile, who was before the others sees as well.
      for (auto& one : all_) {
        if (one.activities.back() != Activity::idle || queue.empty()) continue;
        one.activities.pop_back();
        choose(one, queue, cycle);
      }
    }
    return diary();
  }

 private:
  enum class Does { nothing, fetch, put };
  struct One {
    Cycle work_left = 0;
    Task current;
    std::deque<Task> created;
    Does does = Does::nothing;
    std::vector<Activity> activities;

    void tell(Activity activity) { activities.push_back(activity); }
  };

  /// Looks, and what they find, come before all else. One is due after so many cycles of work, in
  /// its middle or between two tasks; and who is idle looks when something comes.
  void look(StallingQueue& queue, std::deque<Cycle>& inbox, Cycle cycle) {
    const auto& balancer = case_.experiment.balancer;
    const auto& one = all_.front();
    const bool was_idle = cycle > 0 && one.activities.back() == Activity::idle;
    const bool free = one.work_left == 0 && one.created.empty() && queue.empty();
    for (bool again = true; again;) {
      again = false;
      if (looking_ && look_left_ == 0) {
        looking_ = false;
        serving_ = true;
        since_look_ = 0;
      }
      if (serving_ && message_left_ == 0) {
        if (inbox.empty()) {
          serving_ = false;
        } else {
          message_left_ = inbox.front();
          inbox.pop_front();
        }
      }
      if (looking_ || serving_) continue;
      const bool due = since_look_ >= balancer.poll_period;
      const bool ready = (free || was_idle) && !inbox.empty();
      if (due || ready) {
        looking_ = true;
        look_left_ = balancer.poll_cost;
        again = look_left_ == 0;
      }
    }
  }

  void choose(One& one, StallingQueue& queue, Cycle cycle) {
    if (one.work_left == 0 && !one.created.empty() && queue.full()) {
      begin(one, one.created.back());
      one.created.pop_back();
    }
    if (one.work_left > 0) {
      one.tell(Activity::work);
      work(one, cycle);
      if (&one == &all_.front()) ++since_look_;
    } else if (!one.created.empty()) {
      one.tell(Activity::wait);
      one.does = Does::put;
    } else if (!queue.empty()) {
      one.tell(Activity::wait);
      one.does = Does::fetch;
    } else {
      one.tell(Activity::idle);
    }
  }

  void fetch(One& one, StallingQueue& queue) {
    if (std::exchange(asked_for_task_, true)) return;
    if (const auto task = queue.fetch()) begin(one, *task);
  }
  void put(One& one, StallingQueue& queue) {
    if (std::exchange(asked_to_take_, true)) return;
    if (queue.accept(one.created.front())) one.created.pop_front();
  }
  void begin(One& one, Task task) {
    one.current = task;
    one.work_left = case_.experiment.work_cycles(0, application_->work(task.id));
  }
  void work(One& one, Cycle cycle) {
    const auto* external = case_.experiment.external_of(0);
    const bool own = external == nullptr || external->own(cycle + 1) > external->own(cycle);
    if (!own || --one.work_left > 0) return;
    const auto children = application_->finish(one.current.id);
    for (std::int64_t i = 0; i < children; ++i) one.created.push_back({created_first_++});
  }
  Diary diary() const {
    Diary diary{{}, *executed_};
    for (const auto& one : all_) diary.activities.push_back(one.activities);
    return diary;
  }

  const Case& case_;
  std::shared_ptr<std::vector<TaskId>> executed_ = std::make_shared<std::vector<TaskId>>();
  std::unique_ptr<Application> application_;
  std::vector<One> all_;
  TaskId created_first_ = 0;
  bool asked_for_task_ = false;  ///< in this cycle
  bool asked_to_take_ = false;
  // The next five are what the balancer's program, which runs on the first executor, is at.
  bool looking_ = false;
  bool serving_ = false;
  Cycle look_left_ = 0;
  Cycle message_left_ = 0;  ///< of the message that is handled
  Cycle since_look_ = 0;    ///< cycles of work
};

}  // namespace

TEST_CASE("executors in lockstep do what their definition says, however their queue stalls",
          "[executor]") {
  test::property([] {
    const auto c = random_case(false);
    RC_ASSERT(run_executor(c, ActsAt::cycle_end) == Definition(c).lockstep());
  });
}

TEST_CASE("executors beside messages do what their definition says", "[executor]") {
  test::property([] {
    const auto c = random_case(false);
    RC_ASSERT(run_executor(c, ActsAt::cycle_begin) == Definition(c).message_driven());
  });
}

TEST_CASE("executors of which one polls do what their definition says", "[executor]") {
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
  Executors executors(setting, 0);
  const auto act = [&](Cycle cycle) {
    queue.begin(cycle);
    const Executors::Surroundings here{cycle, queue};
    return executors.run(here);
  };
  CHECK(act(0) == 1);   // fetches
  CHECK(act(1) == 11);  // ten cycles of work
  executors.hold(true, 4);
  CHECK_FALSE(act(4));
  executors.hold(false, 9);
  CHECK(act(9) == 16);
  CHECK(executors.working() == 1);
  // Held in the cycle in which the work is over: the task is done nevertheless.
  executors.hold(true, 16);
  CHECK_FALSE(act(16));
  CHECK(executors.working() == 0);
  const auto counters = executors.counters(20);
  CHECK(counters.work == 10);
  CHECK(counters.wait == 1 + 5 + 4);
  CHECK(counters.tasks == 1);
}
