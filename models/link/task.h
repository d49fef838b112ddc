// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/link/fifo.h"

namespace isobar {

/// One load element. On a link it has `task_bits` bits, whatever its size in memory.
struct Task {
  std::uint64_t id = 0;  ///< its identity, from 0 in order of PEs at the start
};

using TaskQueue = Fifo<Task>;

/// At which end tasks leave a queue.
enum class QueueEnd : std::uint8_t { oldest, newest };

/// Takes a task from a queue that is not empty.
inline Task take(TaskQueue& queue, QueueEnd end) {
  return end == QueueEnd::oldest ? queue.pop() : queue.pop_back();
}

}  // namespace isobar
