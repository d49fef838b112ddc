// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/fabric.h"
#include "models/types.h"

namespace isobar {

/// Structures of a load configuration in one dimension of a closed fabric, and what a phase of the
/// Liquid model makes of them (Henrich, Section 4). `loads`, `before` and `after` are by node, in
/// tasks. A dimension of radix 1 has no structure; one of radix 2 is a ring of two, in which a PE
/// is its successor's successor. All lists ascend in their first node.

/// Definition 4: from `lower` (Pₓ) to `upper` (P_y) every PE holds less than its successor, and
/// neither end can be moved outwards.
struct Ramp {
  Node lower = 0;
  Node upper = 0;
};
inline bool operator==(const Ramp& a, const Ramp& b) {
  return a.lower == b.lower && a.upper == b.upper;
}

std::vector<Ramp> ramps(const Fabric& fabric, unsigned dimension, const std::vector<Load>& loads);

/// Definition 3: `to` (Pₓ) has gained a task, `from` (P_y) has lost one, and the loads between
/// them, on the route from `to` over its successors to `from`, are unchanged.
struct VirtualTransfer {
  Node to = 0;
  Node from = 0;
};
inline bool operator==(const VirtualTransfer& a, const VirtualTransfer& b) {
  return a.to == b.to && a.from == b.from;
}

std::vector<VirtualTransfer> virtual_transfers(const Fabric& fabric, unsigned dimension,
                                               const std::vector<Load>& before,
                                               const std::vector<Load>& after);

/// Lemma 2: what became of the PEs at the end of a plateau of global extremes.
struct Improvement {
  std::vector<Node> reduced;  ///< (1): the PE is one task nearer to the mean, the plateau shorter
  std::vector<Node> moved;    ///< (2): as in (1), but the PE beyond the end is now an extreme
  std::vector<Node> neither;  ///< the lemma does not hold here
};

/// Judges the maxima whose predecessor holds less: each is to lose a task or move to its
/// predecessor.
Improvement improvement_of_maxima(const Fabric& fabric, unsigned dimension,
                                  const std::vector<Load>& before, const std::vector<Load>& after);
/// Judges the minima whose successor holds more: each is to gain a task or move to its successor.
Improvement improvement_of_minima(const Fabric& fabric, unsigned dimension,
                                  const std::vector<Load>& before, const std::vector<Load>& after);

}  // namespace isobar
