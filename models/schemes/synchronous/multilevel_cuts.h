// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/bisection.h"
#include "models/fabric/fabric.h"

namespace isobar {

/// What a PE knows of one cut of multilevel diffusion: wired constants, as the fabric's shape is.
/// Its half has a tree for words, which is rooted at one end of a link that crosses the cut, and
/// routes for tasks, each PE's to the nearest PE with a link that crosses.
struct CutPlace {
  Node half = 0;               ///< PEs of its half; 0: it is alone, and no cut concerns it
  Node other_half = 0;         ///< PEs of the other half
  std::uint32_t depth = 0;     ///< in the tree for words; 0: its root
  std::uint32_t hops = 0;      ///< links of its route for tasks before the one that crosses
  std::uint16_t up = 0;        ///< the port to its parent; a root's crosses to the other root
  std::uint16_t to_cross = 0;  ///< the port by which its tasks leave
};

/// All cuts that are made at once: each set of several PEs into two.
struct CutLevel {
  std::vector<CutPlace> places;  ///< by PE
  std::uint32_t depth = 0;       ///< the deepest place in a tree
  std::uint32_t hops = 0;        ///< the longest route
  Node largest = 0;              ///< PEs of the largest half
  bool even = true;              ///< whether each set has two halves of the same size
};

/// The cuts from the whole fabric down to single PEs, in the order in which they are made; none on
/// a fabric of one PE. The fabric has no switches. Memory: `sizeof(CutPlace)` a PE and level.
///
/// The roots of two halves are the ends of the crossing link from which the PEs are least far: the
/// farther of two about farthest PEs of each half counts (the ends of a longest route, as two
/// breadth-first searches find it); of equals, the lowest PE's lowest port. Trees and routes are
/// breadth first, by the lowest PEs and ports.
std::vector<CutLevel> multilevel_cuts(const Fabric& fabric);

}  // namespace isobar
