// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/types.h"

namespace isobar {

/// A node's place in its triangle: the two right bits of its address, 00, 01 and 10 (Al-Nsour et
/// al., Section 2). It is the coordinate in the fabric's dimension 1, so each place is the
/// successor of the one before.
enum class Place : std::uint8_t { coordinator, left, right };

/// The other one of the left and the right node.
constexpr Place other_side(Place side) { return side == Place::left ? Place::right : Place::left; }

/// By place.
using TriangleLoads = std::array<Load, 3>;

}  // namespace isobar
