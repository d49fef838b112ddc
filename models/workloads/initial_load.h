// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/narrow_array.h"
#include "models/types.h"
#include "models/value_form.h"

namespace isobar {

/// Most tasks a fabric may start with.
inline constexpr Load max_total_load = Load{1} << 48;

/// The loads, one a PE in node order, that a rule gives a fabric of `nodes` PEs:
///   spike:C        C·P tasks on PE 0 (Henrich, Section 5)
///   point:M@PE     M tasks on one PE; more of them after commas, point:21@0,21@7
///   uniform:LO..HI whole numbers drawn evenly and independently, from the stream "load" of `seed`
///   ramp:LO..HI    a straight line from LO on PE 0 to HI on the last PE, rounded down
/// Throws ValueError on any other text and on more than 2^48 tasks in all.
NarrowArray initial_load(std::string_view rule, Node nodes, std::uint64_t seed);

/// Throws ValueError if there are not `nodes` loads, one is negative or the total is too large.
void check_loads(const NarrowArray& loads, Node nodes);

/// The rules, for help and error messages.
const std::vector<ValueForm>& load_rules();

}  // namespace isobar
