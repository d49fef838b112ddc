// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/experiment/experiment.h"

namespace isobar {

/// Whether regions of a message-driven fabric can act side by side with the same result. Circuits
/// take links in many regions at once; the tasks of time steps and those that are worked on again
/// and again go by who is first; a goal of loads ends a run in a cycle that nobody knows before.
bool can_be_cut(const Experiment& experiment);

/// How much later than a router acts the routers at the other ends of its links notice, at least:
/// the shortest message takes so long, or the news of a free buffer behind it.
Cycle lookahead(const Experiment& experiment);

}  // namespace isobar
