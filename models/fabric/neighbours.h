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

/// The most neighbours that any PE has; without switches as many as ports.
std::size_t most_neighbours(const Fabric& fabric);

}  // namespace isobar
