// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/input/lbdatafile_set.h"
#include "sim/input/lbdatafile_tasks.h"

namespace isobar {

/// Gives tasks, which are those of `set` in its order, what they take of a memory by the model of
/// DARMA-tasking's LB-analysis-framework, and PEs what their ranks need besides, if any file says
/// something of it: a task of which its file says nothing then takes none. A block that several
/// ranks list has the most bytes that one of them gives it; its home is its `home_rank` or, without
/// one, the first rank that lists it.
void place_memory(const std::vector<LbRank>& set, LbTasks& tasks);

}  // namespace isobar
