// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/types.h"

namespace isobar {

/// The time at which a cycle begins, in picoseconds, rounded to the nearest. `clock`: cycles per
/// second, at most 10^12, so that no two cycles share a picosecond.
std::uint64_t picoseconds(Cycle cycle, const Rational& clock);

}  // namespace isobar
