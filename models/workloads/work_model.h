// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/types.h"
#include "models/workloads/task_card.h"

namespace isobar {

/// The affine work model of DARMA-tasking's LB-analysis-framework: the work of a PE in an iteration
/// is α·load + β·max(bytes that its tasks send to other PEs, bytes that they get from there) +
/// γ·bytes that its tasks send each other + δ·bytes of the blocks on it that are at home elsewhere.
struct WorkModel {
  std::vector<double> alpha;  ///< by node: work per second of load
  double beta = 0;            ///< work per byte
  double gamma = 0;           ///< work per byte
  double delta = 0;           ///< work per byte
};

/// A task where it was worked on.
struct PlacedTask {
  Node node = 0;  ///< the PE that worked on it
  TaskCard card;  ///< the task
};

/// The work of each PE, by node, of as many as `model` has; `tasks` are all tasks of an iteration,
/// `clock` is in cycles a second.
std::vector<double> work_by_pe(const WorkModel& model, const Rational& clock,
                               const std::vector<PlacedTask>& tasks);

}  // namespace isobar
