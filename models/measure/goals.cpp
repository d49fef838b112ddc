// SPDX-License-Identifier: Apache-2.0
#include "models/measure/goals.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/measure/utilization.h"

namespace isobar {
namespace {

using Due = GoalEntry::Due;
using Runs = GoalEntry::Runs;

constexpr GoalArgument no_argument;

/// From the end of the cycle on at which the run is looked at.
std::optional<Cycle> now_if(bool so, const GoalView& run) {
  return so ? std::optional(run.at.cycles) : std::nullopt;
}

std::vector<GoalEntry> make_goals() {
  const auto count = [](std::string_view what) {
    return GoalArgument{GoalArgument::Kind::count, "N", what, "1000"};
  };
  return {
      {Goal::Kind::balanced, "balanced", no_argument,
       "max - min of the loads is at most the tolerance, and no task is under way", Runs::all,
       Due::open, true, [](const GoalView& run) { return now_if(run.balanced, run); },
       [](const Experiment& e, const RunResult& result) {
         return fmt::format("loads differ by {}, balanced allows {}",
                            result.loads.max() - result.loads.min(), e.tolerance);
       }},
      {Goal::Kind::shared, "shared", no_argument, "every PE has a task", Runs::all, Due::open, true,
       [](const GoalView& run) { return now_if(run.shared, run); },
       [](const Experiment&, const RunResult& result) {
         return fmt::format("the least load is {}, shared needs 1", result.loads.min());
       }},
      {Goal::Kind::efficiency, "efficiency",
       GoalArgument{GoalArgument::Kind::part, "E", "an efficiency", "0.9"},
       "mean(U)/max(U) is at least E, with U a PE's tasks over its capacity, and no task is under "
       "way",
       Runs::all, Due::open, true,
       [](const GoalView& run) {
         return now_if(!run.under_way && is_efficient(run.experiment, run.loads), run);
       },
       [](const Experiment& e, const RunResult& result) {
         return fmt::format("the efficiency of utilization is {:.3f}, the goal {}",
                            utilization(result.loads, e.capacities()).efficiency().value_or(1),
                            e.goal.efficiency);
       }},
      {Goal::Kind::finished, "finished", no_argument,
       "the application's last task has been worked on", Runs::with_application, Due::open, false,
       [](const GoalView& run) {
         const bool finished = run.work != nullptr && run.work->finished();
         return finished ? std::optional(run.work->end()) : std::nullopt;
       },
       [](const Experiment&, const RunResult& result) {
         return fmt::format("{} of {} tasks are done", result.application->executed,
                            result.application->created);
       }},
      {Goal::Kind::steps, "steps", count("a number of steps"), "N steps have been done",
       Runs::synchronous, Due::in_that_step, false,
       [](const GoalView& run) { return now_if(run.at.steps >= run.experiment.goal.count, run); },
       [](const Experiment& e, const RunResult& result) {
         return fmt::format("{} of {} steps", result.run.steps, e.goal.count);
       }},
      {Goal::Kind::cycles, "cycles", count("a number of cycles"), "N cycles have passed", Runs::all,
       Due::in_that_cycle, false,
       [](const GoalView& run) { return now_if(run.at.cycles >= run.experiment.goal.count, run); },
       [](const Experiment& e, const RunResult& result) {
         return fmt::format("{} of {} cycles", result.run.cycles, e.goal.count);
       }},
  };
}

std::optional<std::int64_t> due(const Goal& goal, Due when) {
  return goal_entry(goal.kind).due == when ? std::optional(goal.count) : std::nullopt;
}

}  // namespace

std::string GoalEntry::form() const {
  return argument.kind == GoalArgument::Kind::none ? std::string(name)
                                                   : fmt::format("{}:{}", name, argument.symbol);
}

const std::vector<GoalEntry>& goals() {
  static const auto all = make_goals();
  return all;
}

const GoalEntry& goal_entry(Goal::Kind kind) {
  for (const auto& entry : goals()) {
    if (entry.kind == kind) return entry;
  }
  throw ModelError("a kind of goal has no row in the table");
}

const GoalEntry* find_goal(std::string_view name) {
  const auto entry = std::find_if(goals().begin(), goals().end(),
                                  [&](const GoalEntry& goal) { return goal.name == name; });
  return entry == goals().end() ? nullptr : &*entry;
}

std::vector<std::string> goal_forms() {
  std::vector<std::string> forms;
  for (const auto& goal : goals()) forms.push_back(goal.form());
  return forms;
}

std::optional<std::int64_t> due_step(const Goal& goal) { return due(goal, Due::in_that_step); }

std::optional<Cycle> due_cycle(const Goal& goal) { return due(goal, Due::in_that_cycle); }

}  // namespace isobar
