// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/types.h"

namespace isobar {

/// The number of a persistent task: the same in all iterations, from 0 in order of PEs at first.
using TaskNumber = std::uint64_t;

/// What one of two tasks that talk to each other knows; the other has such a tie as well.
struct TaskTie {
  TaskNumber with = 0;
  Node home = 0;           ///< where that one starts
  std::int64_t bytes = 0;  ///< that it sends to that one in every iteration
  std::int64_t back = 0;   ///< that that one sends to it
};

/// What whoever holds a persistent task knows of it (Watts, Rieffel and Taylor: its load l_j,
/// its size, its communication ports).
struct TaskCard {
  TaskNumber number = 0;
  Cycle work = 1;          ///< l_j: cycles on a PE of speed 1
  std::int64_t bytes = 0;  ///< that are sent when it moves
  std::vector<TaskTie> ties;
  bool stays = false;  ///< on the PE where it starts, whatever the balance
};

}  // namespace isobar
