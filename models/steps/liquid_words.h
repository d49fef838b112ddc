// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/link_counters.h"

namespace isobar {

/// The counters of the words that the links carry in `steps` steps of a Liquid scheme, by link
/// slot. They follow from the number of steps, because a PE sends the same words in each.
std::vector<LinkCounters> liquid_words(const Experiment& experiment, std::int64_t steps);

}  // namespace isobar
