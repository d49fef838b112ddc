// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/workloads/task_card.h"
#include "sim/input/lbdatafile_entities.h"
#include "sim/input/lbdatafile_tasks.h"

namespace isobar {

/// Gives the cards of `entities` what they take of a memory by the model of DARMA-tasking's
/// LB-analysis-framework, and PEs what their ranks need besides, if any file says something of it:
/// a task of which its file says nothing then takes none. A block that several tasks name has the
/// most bytes that one of them gives it; its home is its `home_rank` or, without one, the first
/// rank with such a task. Throws ValueError for a home that is no rank.
void place_memory(const LbSet& set, Node pes, const LbEntities& entities,
                  std::vector<TaskCard>& cards, LbTasks& read);

}  // namespace isobar
