// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/schemes/contract/scheme_statistics.h"

namespace isobar {

/// What the algorithm did, as Table 1 of Lüling and Monien counts it.
struct LuelingMonienCounts {
  std::int64_t borrowed = 0;    ///< total borrow: packets of other classes that were consumed
  std::int64_t exchanged = 0;   ///< remote borrow: packets that came for borrowed ones
  std::int64_t failed = 0;      ///< borrow fail: the PE of the class had none of its own
  std::int64_t decreased = 0;   ///< decrease sim: simulated load decreases
  std::int64_t balancings = 0;  ///< balancing operations
  std::int64_t moved = 0;       ///< packets that came to another PE in them

  /// Declared with the scheme's registration, beside those of the agents.
  SchemeStatistics statistics() const {
    return {{"total_borrow", borrowed},  {"remote_borrow", exchanged}, {"borrow_fail", failed},
            {"decrease_sim", decreased}, {"balancings", balancings},   {"packets_moved", moved}};
  }
};

}  // namespace isobar
