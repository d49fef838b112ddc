// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/types.h"
#include "models/workloads/applications/iterations.h"
#include "sim/input/lbdatafile_set.h"

namespace isobar {

/// The tasks of a set, by PE.
struct LbTasks {
  TaskSet tasks;
  std::vector<std::int64_t> memory_besides{};  ///< by PE: bytes that its ranks need; or empty
  std::vector<std::string> notes{};            ///< what of the set is not counted, a line each
};

/// The tasks of a set that was read with LbDetail::persistent_tasks. The work of a task is its time
/// in cycles of `clock`; a task that is not migratable stays on its PE; a task whose size the file
/// does not give has `bytes`. What one task sends to another adds up over all files; what it sends
/// to itself is left out. If any file says what tasks need of a memory, this is what they take.
/// Throws ValueError naming the file and the place in it if two tasks are the same entity, or if
/// one end of a communication is no task of the phase.
LbTasks lbdatafile_tasks(const std::vector<LbRank>& set, const Rational& clock, std::int64_t bytes);

}  // namespace isobar
