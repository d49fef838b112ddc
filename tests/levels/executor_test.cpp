// SPDX-License-Identifier: Apache-2.0
// Applications while synchronous schemes balance: the same at `steps` and `cycles`, nothing lost,
// every cycle accounted for.
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>

#include "models/errors.h"
#include "models/pe/run_cycles.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_application.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/external_spans.h"
#include "tests/support/forked_run.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/random_application.h"

using namespace isobar;
using test::RandomTrees;
using test::same;

namespace {

const std::vector<std::string> fabrics = {"ring:1",      "ring:2",    "ring:5",
                                          "torus:3x2",   "torus:4x4", "torus:3x3",
                                          "hypercube:3", "hhc:1",     "hhc:2"};
const std::vector<std::string> liquid = {"lm-c0", "lm-c1", "lm-c2", "lm-c3", "lm-c4", "lm-c5"};

std::vector<std::string> synchronous_schemes(const Fabric& fabric) {
  std::vector<std::string> names;
  for (const auto& [name, entry] : schemes()) {
    const bool of_the_program = name.rfind("test-", 0) != 0;
    if (of_the_program && !entry.is_message_driven() && entry.objection(fabric).empty()) {
      names.push_back(name);
    }
  }
  return names;
}

RandomTrees random_trees(std::size_t nodes) {
  RandomTrees trees;
  trees.roots = *rc::gen::container<std::vector<Load>>(nodes, rc::gen::inRange<Load>(0, 6));
  trees.size = *rc::gen::element<std::int64_t>(1, 7, 40);
  trees.most_work = *rc::gen::element<Cycle>(1, 5, 90, 900);
  trees.most_children = *rc::gen::element<std::int64_t>(1, 3, 12);
  trees.seed = *rc::gen::arbitrary<std::uint64_t>();
  return trees;
}

Experiment with_application(const std::string& fabric, const std::string& scheme,
                            const RandomTrees& trees) {
  auto e = test::experiment(fabric, scheme, trees.roots);
  e.queue_depth = default_queue_depth({trees.total()});
  e.application = [trees] { return test::random_application(trees); };
  e.goal = {Goal::Kind::finished, 0};
  e.max_steps = 5000;
  return e;
}

/// Up to three of each PE, some of which take all.
std::vector<ExternalLoad> external_loads(Node nodes) {
  std::vector<ExternalLoad> loads;
  for (Node node = 0; node < nodes; ++node) {
    loads.emplace_back(test::any_spans(200, 500));
  }
  return loads;
}

struct Case {
  Experiment experiment;
  RandomTrees trees;
};

/// On queues of the least depth if the scheme is a Liquid one.
Case random_case() {
  const auto fabric = *rc::gen::elementOf(fabrics);
  const auto shape = Fabric::parse(fabric);
  const auto scheme = *rc::gen::elementOf(synchronous_schemes(shape));
  const auto trees = random_trees(shape.nodes());
  auto e = with_application(fabric, scheme, trees);
  if (std::count(liquid.begin(), liquid.end(), scheme) > 0) {
    const Load least = std::max<Load>(2, *std::max_element(e.loads.begin(), e.loads.end()) + 1);
    e.queue_depth = *rc::gen::elementOf(std::vector<Load>{least, least + 1, e.queue_depth});
  }
  for (auto& link : e.links) {
    link = LinkTiming({Rational(*rc::gen::inRange<std::int64_t>(50'000'000, 2'000'000'000)),
                       *rc::gen::inRange<Cycle>(1, 40), *rc::gen::inRange<Cycle>(0, 9)},
                      e.clock);
  }
  e.fetch = *rc::gen::element(QueueEnd::oldest, QueueEnd::newest);
  if (*rc::gen::arbitrary<bool>()) {
    for (Node node = 0; node < e.fabric.nodes(); ++node) {
      e.speeds.emplace_back(*rc::gen::inRange<std::int64_t>(1, 9), 4);
    }
  }
  if (*rc::gen::arbitrary<bool>()) {
    for (Node node = 0; node < e.fabric.nodes(); ++node) {
      e.executors.push_back(*rc::gen::inRange(1U, 4U));
    }
  }
  if (*rc::gen::arbitrary<bool>()) e.external = external_loads(e.fabric.nodes());
  e.goal = *rc::gen::element(Goal{Goal::Kind::finished, 0}, Goal{Goal::Kind::steps, 7},
                             Goal{Goal::Kind::cycles, 2000}, Goal{Goal::Kind::balanced, 0},
                             Goal{Goal::Kind::shared, 0});
  return {e, trees};
}

/// Executed once, or still there.
void require_conserved(const RunResult& r, const std::vector<std::vector<Task>>& queues,
                       std::vector<TaskId> executed) {
  RC_ASSERT(static_cast<std::int64_t>(executed.size()) == r.application->executed);
  for (const auto& queue : queues) {
    for (const auto& task : queue) executed.push_back(task.id);
  }
  std::sort(executed.begin(), executed.end());
  RC_ASSERT(static_cast<std::int64_t>(executed.size()) == r.application->created);
  for (std::size_t i = 0; i < executed.size(); ++i) RC_ASSERT(executed[i] == i);
}

void require_accounted(const Experiment& e, const RunResult& r) {
  RC_ASSERT(r.application->executor_counters.size() == e.fabric.nodes());
  std::int64_t tasks = 0;
  Node node = 0;
  for (const auto& counters : r.application->executor_counters) {
    RC_ASSERT(counters.total() == r.run.cycles * e.executors_of(node++));
    RC_ASSERT(counters.balance == 0);
    tasks += counters.tasks;
  }
  RC_ASSERT(tasks == r.application->executed);
}

struct Outcome {
  RunResult result;
  std::vector<std::vector<Task>> queues;
  std::vector<TaskId> executed;
};

Outcome run_at_steps(const Case& c, const Watch& watch = {}) {
  Outcome outcome;
  const auto executed = std::make_shared<std::vector<TaskId>>();
  auto e = c.experiment;
  e.application = [&] { return test::random_application(c.trees, executed); };
  outcome.result = run_application(e, watch, nullptr, &outcome.queues);
  outcome.executed = *executed;
  return outcome;
}

bool same_tasks(const std::vector<std::vector<Task>>& a, const std::vector<std::vector<Task>>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](Task s, Task t) { return s.id == t.id; });
  });
}

void require_laws(const Case& c, const Watch& watch = {}) {
  const auto steps = run_at_steps(c, watch);
  require_conserved(steps.result, steps.queues, steps.executed);
  require_accounted(c.experiment, steps.result);
  const auto cycles = test::run_forked(c.experiment, watch);
  RC_ASSERT(same(c.experiment, cycles.result, steps.result));
  RC_ASSERT(same_tasks(cycles.queues, steps.queues));
}

/// All calls of an observer, PE by PE and link by link in order.
class Diary final : public Observer {
 public:
  void phase_begins(Cycle start, std::int64_t step, std::size_t phase) override {
    put({0, 0, start, step, static_cast<std::int64_t>(phase)});
  }
  void load_changes(Cycle from, Node node, std::int64_t load) override {
    put({1, node, from, load, 0});
  }
  void activity_changes(Cycle from, ExecutorId executor, Activity activity,
                        std::uint64_t task) override {
    put({2, 100 * executor.number + executor.node, from, static_cast<std::int64_t>(activity),
         static_cast<std::int64_t>(task)});
  }
  void task_fetched(Cycle cycle, Node node, std::optional<std::uint64_t> task) override {
    put({7, node, cycle, task ? 1 : 0, static_cast<std::int64_t>(task.value_or(0))});
  }
  void task_offered(Cycle cycle, Node node, std::uint64_t task, bool accepted) override {
    put({8, node, cycle, static_cast<std::int64_t>(task), accepted ? 1 : 0});
  }
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) override {
    put({3, node, cycle, port, tasks});
  }
  void word_sent(std::uint64_t link, Cycle from, Cycle, std::int64_t value) override {
    put({4, static_cast<std::int64_t>(link), from, value, 0});
  }
  void transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) override {
    put({5, static_cast<std::int64_t>(link), from, to, tasks});
  }
  void step_ends(Cycle cycle, std::int64_t steps, bool shared, bool balanced) override {
    put({6, 0, cycle, steps, (shared ? 2 : 0) + (balanced ? 1 : 0)});
  }

  std::vector<std::int64_t> numbers() const {
    auto entries = entries_;
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      return std::make_pair(a[0], a[1]) < std::make_pair(b[0], b[1]);
    });
    std::vector<std::int64_t> flat;
    for (const auto& entry : entries) flat.insert(flat.end(), entry.begin(), entry.end());
    return flat;
  }

 private:
  void put(const std::array<std::int64_t, 5>& entry) { entries_.push_back(entry); }
  std::vector<std::array<std::int64_t, 5>> entries_;
};

}  // namespace

TEST_CASE("an application comes to the same at both levels, task by task") {
  test::property_of_runs([] { require_laws(random_case()); });
}

TEST_CASE("steps that are passed over are as those that are gone through") {
  test::property_of_runs([] {
    auto c = random_case();
    auto& e = c.experiment;
    const auto step = *rc::gen::element<Cycle>(1, 7, 64, 1000);
    e.scheme = SchemeChoice::parse("none:step=" + std::to_string(step)).make(e.fabric, e.load_bits);
    REQUIRE(e.scheme->rests());
    require_laws(c);
    // Where somebody watches, every step is gone through.
    Diary diary;
    auto watched = e;
    watched.application = [&] { return test::random_application(c.trees); };
    const auto gone_through = run_application(watched, {}, &diary);
    RC_ASSERT(same(e, run_at_steps(c).result, gone_through));
  });
}

TEST_CASE("an application that is interrupted loses nothing") {
  test::property_of_runs([] {
    const auto last = *rc::gen::inRange<std::int64_t>(0, 20);
    require_laws(random_case(), [=](const Progress& p) { return p.at.steps < last; });
  });
}

TEST_CASE("every synchronous scheme brings an application to its end") {
  for (const auto* fabric : {"torus:4x3", "hypercube:3", "hhc:2", "ring:6"}) {
    for (const auto& scheme : synchronous_schemes(Fabric::parse(fabric))) {
      if (scheme == "lm-c0") continue;  // under which a task alone never rests
      INFO(scheme << " on " << fabric);
      RandomTrees trees;
      trees.roots.assign(Fabric::parse(fabric).nodes(), 0);
      trees.roots[1] = 3;
      trees.size = 200;
      trees.most_work = 60;
      trees.most_children = 5;
      const auto e = with_application(fabric, scheme, trees);
      const auto r = run_steps(e);
      CHECK(r.ending == Ending::goal);
      REQUIRE(r.application->finished.has_value());
      CHECK(r.application->executed == trees.total());
      CHECK(*r.application->finished <= r.run.cycles);
      CHECK(same(e, test::run_forked(e).result, r));
    }
  }
}

TEST_CASE("without balancing every PE takes what it would take alone") {
  test::property_of_runs([] {
    const auto fabric = *rc::gen::elementOf(fabrics);
    const auto trees = random_trees(Fabric::parse(fabric).nodes());
    auto e = with_application(fabric, "none", trees);
    e.fetch = *rc::gen::element(QueueEnd::oldest, QueueEnd::newest);
    const auto r = run_steps(e);
    RC_ASSERT(r.application->finished.has_value());
    RC_ASSERT(*r.application->finished == r.application->alone);
    RC_ASSERT(same(e, test::run_forked(e).result, r));
  });
}

TEST_CASE("what an application comes to does not depend on the scheme") {
  RandomTrees trees;
  trees.roots = {4, 0, 0, 1, 0, 0, 0, 2};
  trees.size = 60;
  trees.most_work = 30;
  trees.most_children = 4;
  const auto alone = run_steps(with_application("hypercube:3", "none", trees));
  for (const auto& scheme : synchronous_schemes(Fabric::parse("hypercube:3"))) {
    if (scheme == "lm-c0") continue;
    INFO(scheme);
    const auto r = run_steps(with_application("hypercube:3", scheme, trees));
    CHECK(r.application->alone == alone.application->alone);
    CHECK(r.application->optimal == alone.application->optimal);
    CHECK(*r.application->finished >= r.application->optimal);
  }
}

TEST_CASE("an observer is called alike with an application at both levels", "[volume]") {
  test::property_of_runs([] {
    const auto c = random_case();
    Diary steps;
    run_steps_generic(c.experiment, {}, &steps);
    const auto cycles = test::in_child([&] {
      Diary diary;
      run_cycles(c.experiment, {}, &diary);
      return diary.numbers();
    });
    RC_ASSERT(steps.numbers() == cycles);
  });
}

TEST_CASE("no queue holds more than its depth, whatever the application creates") {
  test::property([] {
    const auto fabric = *rc::gen::elementOf(fabrics);
    const auto trees = random_trees(Fabric::parse(fabric).nodes());
    auto e = with_application(fabric, *rc::gen::elementOf(liquid), trees);
    e.queue_depth = std::max<Load>(2, *std::max_element(e.loads.begin(), e.loads.end()) + 1);
    class Deepest final : public Observer {
     public:
      std::int64_t load = 0;
      void load_changes(Cycle, Node, std::int64_t now) override { load = std::max(load, now); }
    } deepest;
    const auto r = run_steps_generic(e, {}, &deepest);
    RC_ASSERT(deepest.load <= e.queue_depth);
    RC_CLASSIFY(deepest.load == e.queue_depth, "a queue was full");
    RC_ASSERT(r.application->executed == r.application->created || r.ending != Ending::goal);
  });
}

TEST_CASE("a task takes a cycle to fetch, its work, and a cycle for each that it creates") {
  RandomTrees trees;
  trees.roots = {1, 0};
  trees.size = 3;
  trees.most_children = 1;  // three tasks of one cycle each, one after the other
  const auto r = run_steps(with_application("ring:2", "none", trees));
  CHECK(r.application->finished == 3 * 2 + 2);
  CHECK(r.run.cycles == 64);
  const auto& counters = r.application->executor_counters[0];
  CHECK(counters.work == 3);
  CHECK(counters.wait == 5);
  CHECK(counters.idle == 56);
  CHECK(r.application->executor_counters[1].idle == 64);
}

TEST_CASE("what others take of a PE makes its work longer, and nothing else") {
  RandomTrees trees;
  trees.roots = {1, 0};
  trees.size = 3;
  trees.most_children = 1;  // three tasks of one cycle each, in cycles 1, 4 and 7
  auto e = with_application("ring:2", "none", trees);
  e.external = {ExternalLoad({{0, 5, 1}, {12, 14, {1, 2}}}), {}};
  // The first is worked on in cycle 5 and not in 1, the second in 8, the third in 11.
  const auto r = run_steps(e);
  CHECK(r.application->finished == 3 * 2 + 2 + 4);
  CHECK(r.application->executor_counters[0].work == 3 + 4);
  CHECK(r.application->executor_counters[0].wait == 5);
  CHECK(r.application->alone == 3 * 2 + 2);
  CHECK(same(e, test::run_forked(e).result, r));
}

TEST_CASE("the work that is left is that of the tasks that are there") {
  RandomTrees trees;
  trees.roots = {2, 0, 5};
  auto e = with_application("ring:3", "none", trees);
  e.goal = {Goal::Kind::steps, 0};
  const auto r = run_steps(e);
  CHECK(r.application->work_at_start == std::vector<Cycle>{2, 0, 5});
  CHECK(r.application->work_at_end == r.application->work_at_start);
  e.goal = {Goal::Kind::finished, 0};
  CHECK(run_steps(e).application->work_at_end == std::vector<Cycle>{0, 0, 0});
}

TEST_CASE("with a queue that takes nothing an executor works on what it creates itself") {
  RandomTrees trees;
  trees.roots = {1, 1};
  trees.size = 500;
  trees.most_children = 9;
  auto e = with_application("ring:2", "none", trees);
  e.queue_depth = 2;
  const auto r = run_steps(e);
  CHECK(r.application->executed == 1000);
  CHECK(same(e, test::run_forked(e).result, r));
}

TEST_CASE("under C0 a task alone is sent on in the cycle in which it comes in, and never done") {
  RandomTrees trees;
  trees.roots = {1, 0, 0};
  auto e = with_application("ring:3", "lm-c0", trees);
  e.max_steps = 50;
  const auto r = run_steps(e);
  CHECK(r.ending == Ending::step_limit);
  CHECK(r.application->executed == 0);
  CHECK(same(e, test::run_forked(e).result, r));
}

TEST_CASE("a run without tasks is finished before it begins") {
  RandomTrees trees;
  trees.roots = {0, 0, 0};
  const auto e = with_application("ring:3", "lm-c5", trees);
  const auto r = run_steps(e);
  CHECK(r.ending == Ending::goal);
  CHECK(r.run.cycles == 0);
  CHECK(r.application->finished == 0);
  CHECK(same(e, test::run_forked(e).result, r));
}

TEST_CASE("loads that are not the application's are refused") {
  RandomTrees trees;
  trees.roots = {1, 2, 3};
  auto e = with_application("ring:3", "lm-c5", trees);
  e.loads = {3, 2, 1};
  CHECK_THROWS_AS(run_steps(e), ModelError);
  CHECK_THROWS_AS(test::run_forked(e), std::runtime_error);
}
