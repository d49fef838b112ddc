// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// Two sets of PEs, each connected by the links between its own PEs.
struct Halves {
  std::vector<Node> first;   ///< ascending
  std::vector<Node> second;  ///< ascending
};

/// Cuts a connected set of two or more PEs, ascending, into two connected ones of about equal size.
/// Links to PEs outside of the set and to switches do not count.
///
/// On a product of rings or lines the set is a box, a range of coordinates in every dimension. It
/// is cut across its longest range, the last one of equally long ones; the half of the lower
/// coordinates has the odd plane.
///
/// On a graph the first half grows from the PE that a breadth-first search from the lowest PE finds
/// last. It takes, of its neighbours, the one without which the second half is as large as
/// possible (then the one nearest to its start, then the lowest) and with it all that this PE cuts
/// off. It stops where another PE would leave the sizes no nearer to each other. So a set without a
/// PE that cuts it apart is cut into sizes that differ by one at most.
Halves bisect(const Fabric& fabric, const std::vector<Node>& pes);

}  // namespace isobar
