// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/types.h"

namespace isobar {

/// The number of a persistent task: the same in all iterations, from 0 in order of PEs at first.
using TaskNumber = std::uint64_t;

/// What one of two tasks that talk to each other knows; the other has such a tie as well.
struct TaskTie {
  TaskNumber with = 0;     ///< the task at the other end
  Node home = 0;           ///< where that one starts
  std::int64_t bytes = 0;  ///< that it sends to that one in every iteration
  std::int64_t back = 0;   ///< that that one sends to it
};

/// Data that several tasks work on: it is on a PE once, however many of them are there.
struct SharedBlock {
  std::uint64_t id = 0;    ///< the same for all tasks that work on it
  std::int64_t bytes = 0;  ///< its size
  std::int64_t tasks = 1;  ///< that work on it, on all PEs
  Node home = 0;           ///< where it starts
};

/// What a task takes of its PE's memory.
struct TaskMemory {
  std::int64_t footprint = 0;         ///< bytes as long as it is there
  std::int64_t working = 0;           ///< bytes more while it is worked on
  std::vector<SharedBlock> blocks{};  ///< none twice
};

/// What whoever holds a persistent task knows of it (Watts, Rieffel and Taylor: its load l_j,
/// its size, its communication ports).
struct TaskCard {
  TaskNumber number = 0;               ///< the task's own number
  Cycle work = 1;                      ///< l_j: cycles on a PE of speed 1, as last measured
  std::int64_t bytes = 0;              ///< that are sent when it moves
  std::vector<TaskTie> ties;           ///< to whom it talks in every iteration
  bool stays = false;                  ///< on the PE where it starts, whatever the balance
  std::optional<TaskMemory> memory{};  ///< none: its `bytes` are its footprint, and all it takes
};

}  // namespace isobar
