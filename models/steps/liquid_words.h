// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/link_counters.h"

namespace isobar {

/// What words the links carry in so many steps of a Liquid scheme, by link slot: every PE sends
/// the same ones.
std::vector<LinkCounters> liquid_words(const Experiment& experiment, std::int64_t steps);

}  // namespace isobar
