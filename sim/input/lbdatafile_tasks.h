// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/types.h"
#include "models/workloads/applications/iterations.h"
#include "sim/input/lbdatafile_set.h"

namespace isobar {

/// The tasks of a set that was read with LbDetail::lasting, as tasks that live on: the work of one
/// is its time in cycles of the clock; who cannot migrate stays; who does not say its bytes has
/// `bytes`. What one task sends to another adds up over all files; what it sends to itself counts
/// for nothing.
/// Throws ValueError naming the file and the place in it: two tasks that are the same entity, a
/// communication of one that is no task of the phase.
TaskSet lbdatafile_tasks(const std::vector<LbRank>& set, const Rational& clock, std::int64_t bytes);

}  // namespace isobar
