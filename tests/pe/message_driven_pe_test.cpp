// SPDX-License-Identifier: Apache-2.0
// Executors of message-driven PEs: what work, looks and messages take.
#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

#include "models/errors.h"
#include "models/executor/poll_clock.h"
#include "models/pe/agent_timer.h"
#include "models/pe/inbox.h"
#include "models/pe/run_cycles.h"
#include "models/workloads/random.h"
#include "tests/catch.h"
#include "tests/support/chatter.h"
#include "tests/support/forked_run.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/task_count.h"

using namespace isobar;
using test::Script;

namespace {

/// Tasks of given work by node; each creates the children that a test says.
class Given final : public Application {
 public:
  using Children = std::function<std::vector<Cycle>(TaskId task, Cycle work)>;

  Given(const std::vector<std::vector<Cycle>>& work, Children children)
      : children_(std::move(children)) {
    for (const auto& list : work) {
      loads_.push_back(static_cast<Load>(list.size()));
      work_.insert(work_.end(), list.begin(), list.end());
    }
    done_.resize(work_.size());
  }
  std::vector<Load> initial_loads() const override { return loads_; }
  Cycle work(TaskId task) override { return work_[task]; }
  std::int64_t finish(TaskId task) override {
    if (done_[task]) throw ModelError("a task is done twice");
    done_[task] = true;
    if (!children_) return 0;
    const auto more = children_(task, work_[task]);
    work_.insert(work_.end(), more.begin(), more.end());
    done_.resize(work_.size());
    return static_cast<std::int64_t>(more.size());
  }

 private:
  std::vector<Load> loads_;
  std::vector<Cycle> work_;
  std::vector<bool> done_;
  Children children_;
};

Experiment running(const std::string& fabric, std::vector<std::vector<Cycle>> work, Script script,
                   const Given::Children& children = {}) {
  Experiment e(Fabric::parse(fabric));
  work.resize(e.fabric.nodes());
  e.application = [=] { return std::make_unique<Given>(work, children); };
  e.loads = e.application()->initial_loads();
  e.queue_depth = 1 << 20;
  e.goal = {Goal::Kind::finished, 0};
  e.max_cycles = Cycle{1} << 40;
  e.agents = std::make_shared<test::Chatter>(std::move(script));
  return e;
}

/// Finished, run, and of each PE work, idle, balance, wait.
std::vector<std::int64_t> numbers_of(const Experiment& e) {
  return test::in_child([&]() -> std::vector<std::int64_t> {
    const auto result = run_cycles(e);
    const auto& application = *result.application;
    std::vector<std::int64_t> out = {application.finished.value_or(-1), result.run.cycles};
    for (const auto& a : application.executor_counters) {
      out.insert(out.end(), {a.work, a.idle, a.balance, a.wait});
    }
    return out;
  });
}

using Numbers = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a PE alone fetches in a cycle and works", "[executor]") {
  const auto e = running("ring:1", {{5, 7}}, {});
  CHECK(numbers_of(e) == Numbers{14, 14, 12, 0, 0, 2});
}

TEST_CASE("what a task creates is put one a cycle, and fetched", "[executor]") {
  const auto e = running("ring:1", {{5}}, {}, [](TaskId task, Cycle) {
    return task == 0 ? std::vector<Cycle>{2, 3} : std::vector<Cycle>{};
  });
  CHECK(numbers_of(e) == Numbers{(1 + 5 + 2) + (1 + 2) + (1 + 3), 15, 10, 0, 0, 5});
}

TEST_CASE("speeds are work per cycle, rounded up a task", "[executor]") {
  auto e = running("ring:2", {{5, 5}, {9}}, {});
  e.speeds = {Rational(2), Rational(2, 3)};
  // 3 + 3 and 2 fetches; 14 and one.
  CHECK(numbers_of(e) == Numbers{15, 15, 6, 7, 0, 2, 14, 0, 0, 1});
}

TEST_CASE("executors fetch one after the other, and the queue gives one task a cycle",
          "[executor]") {
  auto e = running("ring:1", {{5, 5, 5}}, {});
  e.executors = {2};
  // The first fetches in 0, works in 1 to 5, fetches in 6, works in 7 to 11. The second wants a
  // task in 0 as well, fetches in 1, works in 2 to 6, and has nothing more to do.
  CHECK(numbers_of(e) == Numbers{12, 12, 15, 5, 0, 4});
  e.executors = {3};
  CHECK(numbers_of(e) == Numbers{8, 8, 15, 3, 0, 1 + 2 + 3});
}

TEST_CASE("while one executor handles messages the others work", "[executor]") {
  auto e = running("ring:1", {{10, 10}}, {});
  e.executors = {2};
  e.balancer.software = true;
  e.balancer.poll_period = 4;
  e.balancer.poll_cost = 3;
  // The first: a fetch, ten cycles of work with looks after four and eight. The second: two.
  const auto numbers = numbers_of(e);
  CHECK(numbers[0] == 1 + 10 + 2 * 3);
  CHECK(numbers[2] == 20);
  CHECK(numbers[4] == 2 * 3);
}

TEST_CASE("a program looks for messages after every period of work", "[executor]") {
  auto e = running("ring:1", {{10, 10}}, {});
  e.balancer.software = true;
  e.balancer.poll_period = 4;
  e.balancer.poll_cost = 3;
  // 20 cycles of work: looks after 4, 8, 12, 16; the one after 20 comes when all is done. The first
  // one finds that the load changed, and so do others, which costs nothing here.
  CHECK(numbers_of(e) == Numbers{20 + 2 + 4 * 3, 34, 20, 0, 12, 2});
}

TEST_CASE("work and looks wait while others have the executor", "[executor]") {
  auto e = running("ring:1", {{10, 10}}, {});
  e.external = {ExternalLoad({{6, 16, 1}})};
  CHECK(numbers_of(e) == Numbers{22 + 10, 32, 20 + 10, 0, 0, 2});
  e.balancer.software = true;
  e.balancer.poll_period = 4;
  e.balancer.poll_cost = 3;
  // Work in 1 to 4, a look in 5, 16 and 17, between which others have it: they are the look's.
  CHECK(numbers_of(e) == Numbers{20 + 2 + 4 * 3 + 10, 44, 20, 0, 12 + 10, 2});
  e.external = {ExternalLoad({{0, 1'000'000, {2, 3}}})};
  // A third is its own: work and looks take about three times as long, all else as long.
  const auto slow = numbers_of(e);
  CHECK(slow[2] + slow[4] >= 3 * (20 + 12) - 20);
  CHECK(slow[2] + slow[4] <= 3 * (20 + 12) + 20);
  CHECK(slow[0] == slow[2] + slow[3] + slow[4] + slow[5]);
}

TEST_CASE("a message finds a program that others slow down at its next look", "[executor]") {
  test::property_of_runs([] {
    const auto period = *rc::gen::inRange<Cycle>(1, 30);
    const auto cost = *rc::gen::inRange<Cycle>(0, 5);
    const auto from = *rc::gen::inRange<Cycle>(0, 100);
    const auto to = from + *rc::gen::inRange<Cycle>(1, 100);
    const auto under = *rc::gen::inRange<std::int64_t>(1, 5);
    const auto part = Rational(*rc::gen::inRange<std::int64_t>(1, under + 1), under);
    Script script;
    script.start = [](AgentPe& pe) {
      if (pe.node() == 0) pe.send_word(1, {});
    };
    auto e = running("ring:2", {{100}, {100}}, script);
    e.balancer = {true, 5, period, cost, 0};
    const auto alone = numbers_of(e);
    e.external = {ExternalLoad{}, ExternalLoad({{from, to, part}})};
    const auto slow = numbers_of(e);
    const auto sum = [](const Numbers& n, std::size_t at) {
      return n[at] + n[at + 1] + n[at + 2] + n[at + 3];
    };
    RC_ASSERT(slow[2] == alone[2]);
    RC_ASSERT(sum(slow, 2) == slow[1]);
    RC_ASSERT(sum(slow, 6) == slow[1]);
    // What is taken is at most the span, and work is never done before it would have been.
    RC_ASSERT(slow[0] >= alone[0]);
    RC_ASSERT(slow[0] <= alone[0] + (to - from) + period + cost + 5);
  });
}

TEST_CASE("a message stops a program at its next look, and hardware not at all", "[executor]") {
  Script script;
  script.start = [](AgentPe& pe) {
    if (pe.node() == 0) pe.send_word(1, {});
  };
  // Hardware: 2 PEs: address of 1 bit twice, kind 1, word 16: 19 bits.
  auto e = running("ring:2", {{100}, {100}}, script);
  e.balancer.handling = 5;
  CHECK(numbers_of(e) == Numbers{101, 101, 100, 0, 0, 1, 100, 0, 0, 1});

  // Software: PE 0 sends for 5 cycles before it fetches. Its word goes at 5, is usable at 25, and
  // PE 1, which fetched in 0 and works from 1, looks in 41..42 for the second time: 40 of work, 2
  // looks. There it handles the word for 5.
  e.balancer.software = true;
  e.balancer.poll_period = 20;
  e.balancer.poll_cost = 1;
  const auto seen = numbers_of(e);
  // Looks after 20, 40, 60, 80 cycles of work.
  CHECK(seen == Numbers{5 + 1 + 104, 110, 100, 0, 5 + 4, 1, 100, 0, 5 + 4, 1});
}

TEST_CASE("a held executor waits until it is let go", "[executor]") {
  Script script;
  script.start = [](AgentPe& pe) { pe.set_timer(10); };
  script.timer = [](AgentPe& pe) {
    if (pe.now() == 10) {
      pe.hold(true);
      pe.set_timer(7);
    } else {
      pe.hold(false);
    }
  };
  const auto e = running("ring:1", {{30}}, script);
  CHECK(numbers_of(e) == Numbers{1 + 30 + 7, 38, 30, 0, 0, 8});
}

TEST_CASE("held at whatever cycle, an executor waits as long", "[executor]") {
  constexpr Cycle held = 500;
  for (Cycle from = 1; from <= 61; ++from) {
    CAPTURE(from);
    Script script;
    script.start = [=](AgentPe& pe) { pe.set_timer(from); };
    script.timer = [=](AgentPe& pe) {
      const bool begins = pe.now() == from;
      pe.hold(begins);
      if (begins) pe.set_timer(held);
    };
    const auto seen = numbers_of(running("ring:1", {{30, 30}}, script));
    // In the cycle in which it fetches the executor waits anyway.
    CHECK(seen[0] >= 62 + held - 1);
    CHECK(seen[0] <= 62 + held);
    CHECK(seen[2] == 60);
    CHECK(seen[5] == seen[0] - 60);
  }
}

TEST_CASE("a timer that has gone off is told, though another was set before that", "[executor]") {
  auto told = std::make_shared<std::vector<Cycle>>();
  Script script;
  script.start = [](AgentPe& pe) {
    if (pe.node() == 0) pe.send_word(1, {});
    pe.set_timer(24);
  };
  script.word = [](AgentPe& pe, Node, const AgentWord&) { pe.set_timer(10); };  // in cycle 24 or 25
  script.timer = [told](AgentPe& pe) {
    if (pe.node() == 1) told->push_back(pe.now());
  };
  auto e = running("ring:2", {{100}, {100}}, script);
  for (const Cycle handling : {0, 1, 2, 3, 4}) {
    CAPTURE(handling);
    e.balancer.handling = handling;
    const auto count = test::in_child([&]() -> std::vector<std::int64_t> {
      run_cycles(e);
      return {static_cast<std::int64_t>(told->size())};
    });
    // The word comes in cycle handling + 20 and is handled until 2 * handling + 20: before the
    // timer goes off, which then is forgotten; in the same cycle, or later.
    CHECK(count[0] == (2 * handling + 20 < 24 ? 1 : 2));
  }
}

TEST_CASE("the tasks taken and created say how a load came about, at every reaction",
          "[executor]") {
  for (const bool software : {false, true}) {
    auto in = std::make_shared<std::vector<Load>>(9, 0);  // that came, less those that went
    auto reactions = std::make_shared<std::int64_t>(0);
    const auto check = [=](const AgentPe& pe) {
      ++*reactions;
      const Load began = pe.node() == 4 ? 40 : 0;
      if (pe.load() == began + (*in)[pe.node()] + pe.created() - pe.taken()) return;
      throw ModelError("the counts of a PE do not say its load");
    };
    const auto pass_on = [=](AgentPe& pe) {
      check(pe);
      (*in)[pe.node()] -= pe.send_tasks((pe.node() + 1) % 9, pe.load() / 2);
    };
    Script script;
    script.load_changed = pass_on;
    script.tasks = [=](AgentPe& pe, Node, Load tasks, std::int64_t) {
      (*in)[pe.node()] += tasks;
      check(pe);
    };
    std::vector<std::vector<Cycle>> work(9);
    work[4].assign(40, 50);
    auto e = running("torus:3x3", work, script, [](TaskId, Cycle cycles) {
      return cycles > 20 ? std::vector<Cycle>(2, 20) : std::vector<Cycle>{};
    });
    e.balancer.software = software;
    e.balancer.poll_period = 30;
    const auto seen = test::in_child([&]() -> std::vector<std::int64_t> {
      return {run_cycles(e).application->executed, *reactions};
    });
    CHECK(seen[0] == 120);
    CHECK(seen[1] > 100);
  }
}

TEST_CASE("what a PE would take alone is the same whatever the others did", "[executor]") {
  Script script;  // everything goes to PE 1
  script.start = [](AgentPe& pe) {
    if (pe.node() == 0) pe.send_tasks(1, 10);
  };
  const auto alone = [&](const Script& what) {
    auto e = running("ring:2", {{50, 50, 50, 50}, {10}}, what);
    e.speeds = {Rational(2), Rational(1, 4)};
    return test::in_child([&]() -> std::vector<std::int64_t> {
      const auto application = *run_cycles(e).application;
      return {application.alone, application.optimal};
    });
  };
  CHECK(alone({}) == Numbers{104, 94});  // four of 26; 210 / 2.25
  CHECK(alone(script) == alone({}));
}

TEST_CASE("a length of work and looks that cannot be counted is refused", "[executor]") {
  const Cycle long_time = Cycle{1} << 40;
  PollClock clock(1, long_time);
  clock.begin(0, long_time);
  CHECK_THROWS_AS(clock.end(), ValueError);
  clock.begin(0, 3);
  CHECK(clock.end() == 3 + 2 * long_time);
}

TEST_CASE("a timer goes off later than it is set", "[executor]") {
  AgentTimer timer;
  CHECK_THROWS_AS(timer.set(7, 7), ModelError);
  timer.set(7, 8);
  CHECK(timer.at() == 8);
}

TEST_CASE("looks are where arithmetic says, wherever a program is interrupted", "[executor]") {
  test::property([](std::uint64_t seed) {
    auto random = random_stream(seed, "poll");
    const auto draw = [&](Cycle lo, Cycle hi) {
      return lo + static_cast<Cycle>(random() % static_cast<std::uint64_t>(hi - lo + 1));
    };
    const Cycle period = draw(1, 9);
    const Cycle cost = draw(0, 4);
    PollClock clock(period, cost);
    Cycle now = 0;
    Cycle since_look = 0;  // of work
    for (int task = 0; task < 20; ++task) {
      Cycle left = draw(1, 40);
      clock.begin(now, left);
      const bool interrupt = draw(0, 1) == 1;
      const Cycle wanted = now + draw(0, 60);
      // Cycle by cycle.
      Cycle work = 0;
      Cycle looks = 0;
      bool stopped = false;
      for (;;) {
        if (left == 0) break;
        if (since_look == period) {
          for (Cycle i = 0; i < cost; ++i) {
            ++now;
            ++looks;
          }
          since_look = 0;
          if (interrupt && now >= wanted) {
            stopped = true;
            break;
          }
          continue;
        }
        ++now;
        ++work;
        --left;
        ++since_look;
      }
      if (stopped) {
        RC_ASSERT(clock.look_end(wanted) == now);
        const auto spent = clock.interrupt(now);
        RC_ASSERT(spent.work == work && spent.looks == looks);
        RC_ASSERT(clock.left() == left);
        clock.looked();
      } else {
        RC_ASSERT(clock.end() == now);
        if (interrupt) RC_ASSERT(!clock.look_end(wanted));
        const auto whole = clock.until(now);
        RC_ASSERT(whole.work == work && whole.looks == looks);
        const auto spent = clock.finish();
        RC_ASSERT(spent.work == work && spent.looks == looks);
        RC_ASSERT(clock.is_due() == (since_look == period));
        if (clock.is_due()) {
          clock.looked();
          since_look = 0;
        }
      }
    }
  });
}

TEST_CASE("nothing is lost, whatever happens and wherever a run stops", "[executor]") {
  test::property_of_runs([](std::uint64_t seed) {
    auto random = random_stream(seed, "lost");
    const auto draw = [&](std::uint64_t n) { return static_cast<Load>(random() % n); };
    const std::vector<std::string> fabrics = {"ring:5", "torus:3x3", "hypercube:3", "hhc:2",
                                              "mesh:2x4"};
    const auto& fabric = fabrics[random() % fabrics.size()];
    const auto nodes = Fabric::parse(fabric).nodes();
    std::vector<std::vector<Cycle>> work(nodes);
    for (auto& list : work) {
      const auto count = draw(6);
      for (Load i = 0; i < count; ++i) list.push_back(1 + draw(200));
    }
    // Tasks are thrown about without any sense.
    auto dice = std::make_shared<Random>(random_stream(seed, "dice"));
    const auto throw_some = [dice](AgentPe& pe) {
      const auto to = static_cast<Node>((*dice)() % pe.fabric().nodes());
      if (to == pe.node()) return;
      pe.send_tasks(to, static_cast<Load>((*dice)() % 4), 1,
                    (*dice)() % 2 == 0 ? QueueEnd::oldest : QueueEnd::newest);
      if ((*dice)() % 3 == 0) pe.send_word(to, {});
      if ((*dice)() % 4 == 0) pe.hold((*dice)() % 2 == 0);
      pe.set_timer(1 + static_cast<Cycle>((*dice)() % 300));
    };
    Script script;
    script.start = throw_some;
    script.timer = [throw_some](AgentPe& pe) {
      pe.hold(false);
      throw_some(pe);
      if (pe.load() > 0) pe.set_timer(100);
    };
    script.word = [throw_some](AgentPe& pe, Node, const AgentWord&) { throw_some(pe); };
    auto e = running(fabric, work, script, [](TaskId, Cycle cycles) {
      return cycles > 20 ? std::vector<Cycle>(static_cast<std::size_t>(cycles % 4), cycles / 3)
                         : std::vector<Cycle>{};
    });
    e.queue_depth = 7 + draw(3);
    e.fetch = draw(2) == 0 ? QueueEnd::oldest : QueueEnd::newest;
    const std::vector<Switching> kinds = {Switching::store_and_forward, Switching::cut_through,
                                          Switching::circuit};
    e.switching = kinds[static_cast<std::size_t>(draw(3))];
    e.balancer.software = draw(2) == 0;
    e.balancer.handling = draw(4);
    e.balancer.poll_period = 1 + draw(30);
    e.balancer.poll_cost = draw(5);
    e.balancer.tasks_per_message = draw(3);
    for (Node node = 0; node < nodes; ++node) {
      e.executors.push_back(static_cast<unsigned>(1 + draw(3)));
    }
    const bool to_the_end = draw(3) == 0;
    if (!to_the_end) e.goal = {Goal::Kind::cycles, draw(4000)};
    e.max_cycles = to_the_end ? 1'000'000 : std::max<Cycle>(e.goal.count, 1);
    const auto seen = test::in_child([&]() -> std::vector<std::int64_t> {
      std::vector<std::vector<Task>> tasks;
      const auto result = run_cycles(e, {}, nullptr, &tasks);
      const auto there = test::count_tasks(tasks);
      const auto& a = *result.application;
      bool adds_up = true;
      Node node = 0;
      for (const auto& counters : a.executor_counters) {
        const Cycle all = result.run.cycles * e.executors_of(node++);
        adds_up = adds_up && counters.total() == all && counters.work >= 0 &&
                  counters.balance >= 0 && counters.idle >= 0 && counters.wait >= 0;
      }
      bool links = true;
      for (const auto& link : result.links) {
        links = links && link.busy() <= result.run.cycles && link.setup_cycles >= 0;
      }
      const bool hardware = e.balancer.software;
      std::int64_t balance = 0;
      for (const auto& counters : a.executor_counters) balance += counters.balance;
      return {a.created,
              a.executed + there.tasks,
              there.all_differ,
              adds_up,
              links,
              hardware || balance == 0,
              a.finished.has_value(),
              result.ending == Ending::goal};
    });
    RC_ASSERT(seen[0] == seen[1]);
    RC_ASSERT(seen[2] == 1);
    RC_ASSERT(seen[3] == 1);
    RC_ASSERT(seen[4] == 1);
    RC_ASSERT(seen[5] == 1);
    if (to_the_end) RC_ASSERT(seen[6] == 1);
    RC_ASSERT(seen[7] == 1);
  });
}

TEST_CASE("tasks that wait in a PE's inbox are listed, in whichever part of it they are") {
  const auto transfer = [](TaskId id) {
    auto packet = std::make_unique<Packet>();
    packet->tasks = {{id}};
    return packet;
  };
  Inbox inbox;
  inbox.arrive(3, transfer(1));
  inbox.arrive(4, transfer(2));
  inbox.wait_for_room(transfer(3));
  inbox.wait_for_room(transfer(4));
  std::vector<Task> tasks;
  inbox.list(tasks);
  std::vector<TaskId> ids;
  for (const auto& task : tasks) ids.push_back(task.id);
  CHECK(ids == std::vector<TaskId>{1, 2, 3, 4});
}
