// SPDX-License-Identifier: Apache-2.0
// The work of a run, initial loads or an application, and when the run is over.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/experiment/limits.h"
#include "models/measure/goals.h"
#include "models/workloads/initial_load.h"
#include "sim/config/draft.h"
#include "sim/config/key_table.h"
#include "sim/config/parse_goal.h"
#include "sim/config/parsers.h"
#include "sim/input/load_file.h"

namespace isobar {
namespace {

Parser<ApplicationMaker> application() {
  return text<ApplicationMaker>("none, name, or name:PARAMETER=VALUE,...",
                                [](const std::string& text, const Draft& draft) {
                                  const auto& e = draft.experiment();
                                  return application_from(text, e.fabric.pes(), draft.random_seed(),
                                                          e.clock, draft.folder("app"));
                                });
}

Objection no_application(const Draft& draft) {
  return {draft.has_application() ? "the application brings its own tasks" : ""};
}

Parser<FileLoads> loads() {
  return text<FileLoads>(
      "rule of initial loads, or csv:FILE, npy:FILE, npz:FILE, lbdatafile:FOLDER",
      [](const std::string& rule, const Draft& draft) {
        return load_from(rule, draft.experiment().fabric, draft.random_seed(),
                         draft.folder("load"));
      });
}

void take_application_loads(Draft& draft) {
  auto& e = draft.experiment();
  check_loads(draft.application.initial_loads, e.fabric.pes());
  e.loads = draft.application.initial_loads;
}

Parser<Goal> goal() {
  auto goals = text<Goal>("goal", [](const std::string& text, const Draft& draft) {
    const auto goal = parse_goal(text);
    const auto runs = goal_entry(goal.kind).runs;
    if (runs == GoalEntry::Runs::with_application && !draft.has_application()) {
      throw ValueError("no application runs that could finish; --app (app) runs one");
    }
    if (runs == GoalEntry::Runs::synchronous && draft.scheme.is_message_driven()) {
      throw ValueError("a message-driven scheme has no steps");
    }
    return goal;
  });
  goals.shown = [](const Goal& goal) -> KeyValue {
    return std::string(goal_entry(goal.kind).name);
  };
  return goals;
}

Goal default_goal(const Draft& draft) {
  Goal goal;
  if (draft.has_application()) goal.kind = Goal::Kind::finished;
  return goal;
}

Objection has_steps(const Draft& draft) {
  if (!draft.scheme.is_message_driven()) return {};
  return {"a message-driven scheme has no steps; max_cycles limits it"};
}

std::int64_t step_limit(const Draft& draft) {
  const auto& e = draft.experiment();
  if (const auto step = due_step(e.goal)) return *step;
  if (e.application) return max_count;  // it ends by itself
  const auto limit = default_max_steps(e.fabric, e.loads);
  const auto cycle = due_cycle(e.goal);
  // Every step takes a cycle at least, unless there is no link at all.
  return cycle && e.fabric.dimensions() > 0 ? std::max(limit, *cycle) : limit;
}

void check_tasks(const Draft& draft) {
  const auto total = draft.experiment().loads.sum();
  if (draft.level == Level::steps || total <= max_tasks_at_cycles) return;
  draft.reject("load", fmt::format("{} tasks are too many to hold one by one at level {} (at most "
                                   "{}); level steps takes more",
                                   total, level_name(draft.level), max_tasks_at_cycles));
}

}  // namespace

KeySection work_keys() {
  return {
      "Work and goal",
      {
          Key{"app", "none", "APP",
              "an application that runs: uts:t=1,a=3,d=10,b=4,r=19 (isobar list)"}
              .names_file(application_with_absolute_path)
              .sets<ApplicationMaker>(application(),
                                      [](Draft& d, ApplicationMaker value) {
                                        d.experiment().application = value.make;
                                        d.application = std::move(value);
                                      }),
          Key{"load", "", "LOAD", "initial loads: spike:5, uniform:0..100, csv:FILE (isobar list)"}
              .of("tasks")
              .is_required()
              .names_file(load_with_absolute_path)
              .only("without an application", no_application)
              .or_else(take_application_loads)
              .sets<FileLoads>(loads(),
                               [](Draft& d, FileLoads value) {
                                 d.experiment().loads = std::move(value.loads);
                                 d.notes.insert(d.notes.end(), value.notes.begin(),
                                                value.notes.end());
                               }),
          Key{"until", "auto", "GOAL",
              fmt::format("{}; auto: finished with an application, else balanced",
                          fmt::join(goal_forms(), ", "))}
              .sets<Goal>(
                  goal(), [](Draft& d, const Goal& value) { d.experiment().goal = value; },
                  default_goal),
          Key{"tolerance", "auto", "N",
              "balanced: max - min of the loads is at most N; auto: dimensions"}
              .of("tasks")
              .sets<std::int64_t>(
                  whole("a tolerance", 0, max_total_load),
                  [](Draft& d, std::int64_t value) { d.experiment().tolerance = value; },
                  [](const Draft& d) { return d.experiment().tolerance; }),
          Key{"max_steps", "auto", "N",
              "limit: the run ends after N steps even if the goal is not reached"}
              .of("steps")
              .only("synchronous schemes", has_steps)
              .sets<std::int64_t>(
                  whole("a number of steps", 0, max_count),
                  [](Draft& d, std::int64_t value) { d.experiment().max_steps = value; },
                  step_limit),
      },
      "",
      {},
      check_tasks,
  };
}

}  // namespace isobar
