// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/types.h"

namespace isobar {

/// Consecutive PEs from `first` up to, not including, `end`, in two halves: the left one, which is
/// one larger where they are not equal, ends before `middle`. The lowest PE of a domain, or of a
/// half, is its manager.
struct HalvedDomain {
  Node first = 0;
  Node middle = 0;
  Node end = 0;

  bool left_has(Node pe) const { return pe < middle; }
  /// The PE of the other half to which a PE gives: the same place there, modulo its size.
  Node partner(Node pe) const;
  /// The PEs of the other half that give to a PE: those whose partner it is; none, one or two.
  std::vector<Node> givers(Node pe) const;
};

/// The domains of at least two PEs that hold `pe`, the whole first, each one half of the one
/// before. Any number of PEs.
std::vector<HalvedDomain> domains_of(Node pes, Node pe);

}  // namespace isobar
