// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/experiment/experiment.h"
#include "models/measure/link_counts.h"

namespace isobar {

/// The links of a Liquid scheme after so many steps, with the words that they carried and without
/// transfers. The words follow from the number of steps, because a PE sends the same in each.
ShiftedLinks liquid_words(const Experiment& experiment, std::int64_t steps);

}  // namespace isobar
