// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/schemes/contract/condition.h"
#include "models/types.h"

namespace isobar {

/// A phase of the Liquid model (Henrich, Definition 1) at any PE of a fabric: its condition, and
/// the ports of the phase's ring.
struct LiquidRule {
  Condition condition;   ///< when a PE shifts
  unsigned successor;    ///< the port that leads to the successor
  unsigned predecessor;  ///< the port that leads to the predecessor

  /// Calls `say(port)` for each port by which a PE announces its load.
  template <class Say>
  void announce(const Say& say) const {
    // A PE that hears its predecessor gets its word: words go opposite to where they are looked
    // for.
    const bool to_successor = hears_predecessor(condition);
    const bool to_predecessor = hears_successor(condition);
    if (to_successor) say(successor);
    if (to_predecessor && !(to_successor && predecessor == successor)) say(predecessor);
  }
  /// Whether a PE with load `own`, which heard these words by port, shifts a task to its successor.
  template <class Words>
  bool shifts(Load own, const Words& heard) const {
    return isobar::shifts(condition, own, heard[predecessor], heard[successor]);
  }
};

}  // namespace isobar
