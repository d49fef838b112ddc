// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/types.h"

namespace isobar {

/// An iteration of persistent tasks: when it was over, and how long the PEs worked in it.
struct IterationRecord {
  Cycle end = 0;                  ///< the cycle before which it was over
  Load moved = 0;                 ///< tasks until then, each move
  Load tasks = 0;                 ///< that were worked on
  Cycle total = 0;                ///< of all PEs
  Cycle longest = 0;              ///< of the PE that worked longest
  std::int64_t off_pe_bytes = 0;  ///< that tasks sent to tasks on other PEs
  std::size_t pes = 1;            ///< the number of PEs

  /// Watts, Rieffel and Taylor: U_avg/U_max, by the time that the tasks took.
  double efficiency() const {
    return static_cast<double>(total) / static_cast<double>(pes) / static_cast<double>(longest);
  }
};

}  // namespace isobar
