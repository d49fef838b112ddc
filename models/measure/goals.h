// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/measure/loads_view.h"
#include "models/measure/result.h"
#include "models/measure/work_meter.h"

namespace isobar {

/// A run as a goal sees it: at a step end of a synchronous run; at the end of a cycle of a
/// message-driven one, whose `at` has cycles only.
struct GoalView {
  const Experiment& experiment;
  Instant at;
  bool shared;
  bool balanced;
  bool under_way;  ///< some tasks are between PEs
  const LoadsView& loads;
  const WorkMeter* work;  ///< null where no application runs
};

/// What follows a goal's name and a colon.
struct GoalArgument {
  enum class Kind : std::uint8_t {
    none,
    count,  ///< Goal::count, from 0
    part,   ///< Goal::efficiency, from 0 to 1
  };
  Kind kind = Kind::none;
  std::string_view symbol;   ///< as it is shown: `N`
  std::string_view what;     ///< for messages: "a number of steps"
  std::string_view example;  ///< for messages: "1000"
};

/// A row of the table of goals.
struct GoalEntry {
  /// Which runs can have it.
  enum class Runs : std::uint8_t { all, synchronous, with_application };
  /// What its argument says of when a run ends.
  enum class Due : std::uint8_t { open, in_that_step, in_that_cycle };

  Goal::Kind kind;
  std::string_view name;
  GoalArgument argument;
  std::string_view line;  ///< what is so when it is reached
  Runs runs;
  Due due;
  bool of_loads;  ///< it can be reached whenever a load changes
  /// The cycle from which on it is so, if it is so now. A synchronous run ends at the first step
  /// end at which that is known, a message-driven one in that cycle.
  std::optional<Cycle> (*reached)(const GoalView&);
  /// How far a run came that did not reach it.
  std::string (*state)(const Experiment&, const RunResult&);

  /// As it is written: `steps:N`.
  std::string form() const;
};

/// All goals, in the order in which they are shown.
const std::vector<GoalEntry>& goals();
const GoalEntry& goal_entry(Goal::Kind kind);
/// Null: no goal has this name.
const GoalEntry* find_goal(std::string_view name);
/// As they are written, in the same order.
std::vector<std::string> goal_forms();

/// The step, or cycle, in which a run with this goal ends at the latest; none where the goal says
/// nothing of it.
std::optional<std::int64_t> due_step(const Goal& goal);
std::optional<Cycle> due_cycle(const Goal& goal);

}  // namespace isobar
