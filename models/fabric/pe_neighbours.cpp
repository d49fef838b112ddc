// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/pe_neighbours.h"

#include <algorithm>

#include "models/fabric/neighbours.h"

namespace isobar {

PeNeighbours::PeNeighbours(const Fabric& fabric) {
  neighbours_.reserve(fabric.pes());
  for (Node pe = 0; pe < fabric.pes(); ++pe) {
    auto& found = neighbours_.emplace_back(neighbours_of(fabric, pe));
    std::sort(found.begin(), found.end());
  }
}

}  // namespace isobar
