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
  WorkInTurn work{};                           ///< by task, of each phase; empty: there is one
  std::vector<std::int64_t> memory_besides{};  ///< by PE: bytes that its ranks need; or empty
  std::vector<std::string> notes{};            ///< what of the set is not counted, a line each
};

/// The tasks of all phases of a set that was read with LbDetail::persistent_tasks, on the PEs of
/// the ranks (pes_of_ranks) where they appear first. The work of a task in a phase is its time in
/// cycles of `clock`, a cycle where it is no task of the phase; a task that is not migratable stays
/// on its PE; a task whose size the file does not give has `bytes`. What one task sends to another
/// adds up over all files and is the mean of all phases, rounded up; what it sends to itself is
/// left out. If any file says what tasks need of a memory, this is what they take
/// (lbdatafile_memory.h). Throws ValueError naming the file and the place in it if two tasks of a
/// phase are the same entity, or if one end of a communication, which can migrate, is no task.
LbTasks lbdatafile_tasks(const LbSet& set, Node pes, const Rational& clock, std::int64_t bytes);

/// The work of every entity in the phases in turn of which it is a task, by the PE of the rank
/// where it appears first; needs no communications. Throws as lbdatafile_tasks.
std::vector<std::vector<std::vector<Cycle>>> lbdatafile_chains(const LbSet& set, Node pes,
                                                               const Rational& clock);

}  // namespace isobar
