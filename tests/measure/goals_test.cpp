// SPDX-License-Identifier: Apache-2.0
// The table of goals, and that both kinds of run reach each goal at the same defined instant.
#include "models/measure/goals.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "models/measure/meter.h"
#include "models/pe/run_cycles.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/chatter.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/random_application.h"

using namespace isobar;

namespace {

/// An argument that a run of some thousand cycles reaches.
Goal some_goal(const GoalEntry& entry) {
  Goal goal{entry.kind, 0};
  if (entry.argument.kind == GoalArgument::Kind::part) goal.efficiency = 0.5;
  if (entry.argument.kind != GoalArgument::Kind::count) return goal;
  goal.count = entry.due == GoalEntry::Due::in_that_step ? 3 : 700;
  return goal;
}

test::RandomTrees trees() {
  test::RandomTrees trees;
  trees.roots = {40, 0, 0, 0};
  trees.size = 3;
  trees.most_work = 2000;
  trees.most_children = 2;
  return trees;
}

Experiment with_application(Experiment e) {
  e.loads = trees().roots;
  e.queue_depth = 1024;
  e.application = [] { return test::random_application(trees()); };
  return e;
}

Experiment synchronous() {
  auto e = with_application(test::experiment("ring:4", "lm-c5", trees().roots));
  e.max_steps = 10'000;
  return e;
}

/// PE 0 gives away what it has too much, to all others in turn.
Experiment message_driven() {
  test::Script script;
  script.start = [](AgentPe& pe) {
    for (Node to = 1; pe.node() == 0 && to < 4; ++to) pe.send_tasks(to, 10);
  };
  Experiment e(Fabric::parse("ring:4"));
  e.agents = std::make_shared<test::Chatter>(script);
  e.max_cycles = 1 << 20;
  e.tolerance = 4;
  return with_application(e);
}

/// The law of a goal, written anew: whether it is so, by what a watch sees.
bool holds(const Experiment& e, const Progress& at) {
  const auto max = *std::max_element(at.loads.begin(), at.loads.end());
  const auto min = *std::min_element(at.loads.begin(), at.loads.end());
  double sum = 0;
  for (const Load load : at.loads) sum += static_cast<double>(load);
  switch (e.goal.kind) {
    case Goal::Kind::balanced:
      return max - min <= e.tolerance;
    case Goal::Kind::shared:
      return min >= 1;
    case Goal::Kind::efficiency:
      return max == 0 || sum / 4 >= e.goal.efficiency * static_cast<double>(max);
    case Goal::Kind::steps:
      return at.at.steps >= e.goal.count;
    case Goal::Kind::cycles:
      return at.at.cycles >= e.goal.count;
    case Goal::Kind::finished:
      break;
  }
  return false;
}

}  // namespace

TEST_CASE("every kind of goal has one row, with its name and argument", "[goals]") {
  std::set<std::string_view> names;
  for (const auto& goal : goals()) {
    CHECK(names.insert(goal.name).second);
    CHECK(&goal_entry(goal.kind) == &goal);
    CHECK(find_goal(goal.name) == &goal);
    CHECK_FALSE(goal.line.empty());
    CHECK((goal.argument.kind == GoalArgument::Kind::none) == (goal.form() == goal.name));
  }
  CHECK(find_goal("no such goal") == nullptr);
  CHECK(goal_forms() == std::vector<std::string>{"balanced", "shared", "efficiency:E", "finished",
                                                 "steps:N", "cycles:N"});
}

TEST_CASE("the table of goals stands in the documentation", "[goals]") {
  std::ifstream file(std::string(ISOBAR_SOURCE_DIR) + "/docs/time.md");
  std::stringstream text;
  text << file.rdbuf();
  for (const auto& goal : goals()) {
    const auto row = "| `" + goal.form() + "` | " + std::string(goal.line) + " |";
    INFO(row);
    CHECK(text.str().find(row) != std::string::npos);
  }
}

TEST_CASE("a synchronous run whose tasks are all done rests, where its goal is not reached",
          "[goals][systemc]") {
  for (const std::string scheme : {"none", "lm-c5"}) {
    test::RandomTrees few;  // tasks, for all PEs to have one
    few.roots = {3, 0, 0, 0};
    few.most_work = 2000;
    auto e = test::experiment("ring:4", scheme, few.roots);
    e.application = [few] { return test::random_application(few); };
    e.max_steps = std::int64_t{1} << 60;
    e.goal = {Goal::Kind::shared};
    const auto done = [&](const RunResult& result) {
      INFO(scheme);
      CHECK(result.ending == Ending::rest);
      REQUIRE(result.application->finished);
      CHECK(result.run.cycles >= *result.application->finished);
      CHECK(result.run.cycles - *result.application->finished < 83);  // a step of one phase
      CHECK(result.loads.max() == 0);
    };
    const auto steps = run_steps(e);
    done(steps);
    const auto cycles = test::run_forked(e).result;
    done(cycles);
    CHECK(steps.run.steps == cycles.run.steps);
    // A limit, or a goal that is due, is kept.
    e.max_steps = steps.run.steps - 1;
    CHECK(run_steps(e).ending == Ending::step_limit);
    e.max_steps = steps.run.steps + 50;
    e.goal = {Goal::Kind::steps, e.max_steps};
    CHECK(run_steps(e).run.steps == e.max_steps);
  }
}

TEST_CASE("how far a run came is said in its loads", "[goals]") {
  auto e = test::experiment("ring:4", "none", std::vector<Load>{9, 4, 6, 2});
  e.max_steps = 1;
  const auto result = run_steps(e);
  const auto state = [&](Goal::Kind kind) { return goal_entry(kind).state(e, result); };
  CHECK(state(Goal::Kind::balanced) == "loads differ by 7, balanced allows 1");
  CHECK(state(Goal::Kind::shared) == "the least load is 2, shared needs 1");
}

TEST_CASE("a synchronous run ends at the first step end at which its goal is so", "[goals]") {
  for (const auto& entry : goals()) {
    auto e = synchronous();
    e.goal = some_goal(entry);
    INFO(entry.form());
    std::optional<Cycle> first;
    const auto watch = [&](const Progress& at) {
      if (!first && holds(e, at)) first = at.at.cycles;
      return true;
    };
    const auto result = run_steps(e, watch);
    CHECK(result.ending == Ending::goal);
    if (entry.runs == GoalEntry::Runs::with_application) {
      REQUIRE(result.application->finished);
      CHECK(result.run.cycles >= *result.application->finished);
      CHECK(result.run.cycles - *result.application->finished < 83);  // a step of one phase
    } else {
      REQUIRE(first);
      CHECK(result.run.cycles == *first);
    }
    CHECK(result.run.steps > 0);
  }
}

TEST_CASE("a message-driven run ends in the cycle in which its goal is so", "[goals]") {
  for (const auto& entry : goals()) {
    if (entry.runs == GoalEntry::Runs::synchronous) continue;
    auto e = message_driven();
    e.goal = some_goal(entry);
    INFO(entry.form());
    const auto numbers = test::in_child([&]() -> std::vector<std::int64_t> {
      Cycle first = -1;
      const auto watch = [&](const Progress& at) {
        if (first < 0 && holds(e, at)) first = at.at.cycles;
        return true;
      };
      const auto result = run_cycles(e, watch);
      return {result.ending == Ending::goal, result.run.cycles, first,
              result.application->finished.value_or(-1)};
    });
    CHECK(numbers[0] == 1);
    if (entry.runs == GoalEntry::Runs::with_application) {
      CHECK(numbers[1] == numbers[3]);
    } else if (entry.due == GoalEntry::Due::in_that_cycle) {
      CHECK(numbers[1] == e.goal.count);
    } else {
      CHECK(numbers[1] >= numbers[2]);
      CHECK(numbers[2] >= 0);
    }
    CHECK(numbers[1] > 0);
  }
}

TEST_CASE("a goal about loads waits for tasks that are under way", "[goals]") {
  const auto e = message_driven();
  const std::vector<Load> loads = {3, 3, 3, 3};
  const LoadsView view(loads);
  const auto reached = [&](Goal goal, bool under_way) {
    auto with = e;
    with.goal = goal;
    return goal_entry(goal.kind)
        .reached({with, {0, 0, 50}, true, !under_way, under_way, view, nullptr})
        .value_or(-1);
  };
  CHECK(reached({Goal::Kind::balanced, 0}, false) == 50);
  CHECK(reached({Goal::Kind::balanced, 0}, true) == -1);
  CHECK(reached({Goal::Kind::efficiency, 0, 1}, false) == 50);
  CHECK(reached({Goal::Kind::efficiency, 0, 1}, true) == -1);
  CHECK(reached({Goal::Kind::shared, 0}, true) == 50);
  CHECK(reached({Goal::Kind::finished, 0}, false) == -1);  // no application
  CHECK(reached({Goal::Kind::cycles, 50}, true) == 50);
  CHECK(reached({Goal::Kind::cycles, 51}, true) == -1);
}

TEST_CASE(
    "an application that is finished ends a run at its last task's end, however late it is seen",
    "[goals]") {
  auto e = message_driven();
  e.goal = {Goal::Kind::finished, 0};
  WorkMeter work({1, 0, 0, 0}, 1, {});
  const std::vector<Load> loads(4, 0);
  const LoadsView view(loads);
  const auto& entry = goal_entry(Goal::Kind::finished);
  CHECK_FALSE(entry.reached({e, {0, 0, 90}, false, true, false, view, &work}));
  work.executed(0, 76, 70, 72, 0);
  CHECK(entry.reached({e, {0, 0, 90}, false, true, false, view, &work}) == 77);
}
