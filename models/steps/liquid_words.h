// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/tally.h"

namespace isobar {

/// What words the links carry in so many steps of a Liquid scheme, by link slot: every PE sends
/// the same ones.
std::vector<LinkTally> liquid_words(const Experiment& experiment, std::int64_t steps);

}  // namespace isobar
