// SPDX-License-Identifier: Apache-2.0
#include "sim/result/answer_text.h"

#include <fmt/format.h>

#include <boost/rational.hpp>

#include "models/measure/goals.h"
#include "models/schemes/contract/ideal_scheme.h"
#include "sim/result/advice.h"
#include "sim/result/limit_text.h"
#include "sim/result/quantities.h"

namespace isobar {
namespace {

/// How long it was on the scales that the run has: `18 steps: T = 18 shifts, 1494 cycles, 5.976
/// us`.
std::string length_text(const Experiment& e, const Instant& at) {
  const auto time = time_text(seconds(e.clock, at.cycles));
  if (e.agents) return fmt::format("{} cycles, {}", at.cycles, time);
  if (ideal_scheme(e) != nullptr) {
    return fmt::format("{} steps: {} cycles, {}", at.steps, at.cycles, time);
  }
  return fmt::format("{} steps: T = {} shifts, {} cycles, {}", at.steps, at.shifts, at.cycles,
                     time);
}

/// *Shared* or *balanced*. With an application loads come and go: what was so from the start or
/// never says nothing.
std::string state_text(const MeasuredRun& run, Goal::Kind kind) {
  const auto& e = run.experiment();
  const auto& result = run.result();
  const bool is_goal = e.goal.kind == kind;
  const auto& at = kind == Goal::Kind::shared ? result.to_share : result.to_balance;
  if (e.application && !is_goal && (!at || at->cycles == 0)) return {};
  const auto* state = kind == Goal::Kind::shared ? "Shared" : "Balanced";
  if (!at && is_goal) {
    return fmt::format("Not {} after {}.\n", kind == Goal::Kind::shared ? "shared" : "balanced",
                       length_text(e, result.run));
  }
  if (!at) return fmt::format("{} at no {}.\n", state, e.agents ? "time" : "step end");
  if (at->cycles == 0) return fmt::format("{} from the start.\n", state);
  return fmt::format("{} after {}.\n", state, length_text(e, *at));
}

/// When the application finished, the ideal beside it, and what it takes without balancing.
std::string finished_text(const MeasuredRun& run) {
  const auto& e = run.experiment();
  const auto& result = run.application();
  const auto time = [&](Cycle cycles) { return time_text(seconds(e.clock, cycles)); };
  if (!result.finished) {
    return fmt::format("Not finished after {} cycles, {}: {} of {} tasks done.\n",
                       run.result().run.cycles, time(run.result().run.cycles), result.executed,
                       result.created);
  }
  auto text = fmt::format("Finished after {} cycles, {}; ideal {}", *result.finished,
                          time(*result.finished), time(result.optimal));
  if (result.alone != 0) text += fmt::format(", without balancing {}", time(result.alone));
  if (const auto performance = result.normalized_performance()) {
    text += fmt::format(" (normalized performance {:.2f})", *performance);
  }
  return text + ".\n";
}

/// The first iteration beside the last.
std::string iterations_text(const MeasuredRun& run) {
  const auto& e = run.experiment();
  const auto& all = run.application().iterations;
  if (all.size() < 2) return "";
  const auto& first = all.front();
  const auto& last = all.back();
  const auto length = last.end - all[all.size() - 2].end;
  return fmt::format(
      "Iterations: the first took {}, efficiency {:.3f}; the last {}, efficiency {:.3f}; "
      "tasks moved {} times.\n",
      time_text(seconds(e.clock, first.end)), first.efficiency(),
      time_text(seconds(e.clock, length)), last.efficiency(), last.moved);
}

/// The largest load, for it says when the last PE would be done; nothing where tasks came or went.
std::string largest_load_text(const MeasuredRun& run) {
  const auto& e = run.experiment();
  const auto& loads = run.result().loads;
  const auto total = e.loads.sum();
  const bool same = total == loads.sum();
  if (total == 0 || !same || e.application) return {};
  if (e.speeds.empty()) {
    const auto pes = static_cast<Load>(loads.size());
    return fmt::format("Largest load {}; ideal {}, without balancing {}.\n", loads.max(),
                       (total + pes - 1) / pes, e.loads.max());
  }
  double speed = 0;
  for (const auto& one : e.speeds) speed += boost::rational_cast<double>(one);
  return fmt::format("Largest load over speed {:.4g}; ideal {:.4g}, without balancing {:.4g}.\n",
                     run.final_utilization().max, static_cast<double>(total) / speed,
                     run.initial_utilization().max);
}

bool is_goal_of_state(Goal::Kind kind) {
  return kind == Goal::Kind::balanced || kind == Goal::Kind::shared;
}

}  // namespace

std::string verdict_text(const MeasuredRun& run) {
  const auto& e = run.experiment();
  const auto& result = run.result();
  const auto& goal = goal_entry(e.goal.kind);
  if (is_goal_of_state(goal.kind)) return state_text(run, goal.kind);
  if (goal.kind == Goal::Kind::finished) return finished_text(run);
  const auto argument = goal.argument.kind == GoalArgument::Kind::part
                            ? fmt::format("{}", e.goal.efficiency)
                            : std::to_string(e.goal.count);
  return fmt::format("{} the goal {}:{} after {}.\n",
                     result.ending == Ending::goal ? "Reached" : "Did not reach", goal.name,
                     argument, length_text(e, result.run));
}

std::string answer_text(const Config& config, const MeasuredRun& run) {
  const auto& e = run.experiment();
  const auto& result = run.result();
  auto text = verdict_text(run);
  if (result.application && e.goal.kind != Goal::Kind::finished && result.application->finished) {
    text += finished_text(run);
  }
  for (const auto kind : {Goal::Kind::balanced, Goal::Kind::shared}) {
    if (kind != e.goal.kind) text += state_text(run, kind);
  }
  if (result.application) text += iterations_text(run);
  return text + largest_load_text(run) + limit_text(run) + advice(config, run);
}

}  // namespace isobar
