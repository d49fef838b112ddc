// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/types.h"

namespace isobar {

/// A PE's neighbours: those that it reaches over one link, or over switches alone. In port order,
/// which on a graph is ascending; none at the open end of a mesh.
std::vector<Node> neighbours_of(const Fabric& fabric, Node node);

/// The most that any PE has; without switches as many as ports.
std::size_t most_neighbours(const Fabric& fabric);

/// `amount` ≥ 0 in whole parts as the `weights` ≥ 0 are to each other, together exactly `amount`:
/// part k is the running sum's share, rounded down, less what went before, so less than one off its
/// own exact share. All 0 if no weight is above 0.
std::vector<Load> apportion(Load amount, const std::vector<Load>& weights);

/// `value`·over/under rounded down, for values ≥ 0 and under > 0.
Load scaled(Load value, Load over, Load under);
/// Likewise, rounded up.
Load scaled_up(Load value, Load over, Load under);

}  // namespace isobar
