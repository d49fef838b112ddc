// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "sim/torture/trial.h"

namespace isobar {

/// Draws experiment `number` of a seed: a fabric, work, a scheme, a level and limits, and some more
/// keys, from the tables in which the program has them. Most can be run; some have a fault, which
/// the program should name. Files are written to the current folder. `note` hears of each trial
/// before the program's own parsers do, so that one which they do not survive is known.
Trial draw_trial(std::uint64_t seed, std::uint64_t number,
                 const std::function<void(const Trial&)>& note);

}  // namespace isobar
