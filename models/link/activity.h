// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/types.h"

namespace isobar {

/// What a PE's executor does in a cycle.
enum class Activity : std::uint8_t {
  idle,     ///< there is no task
  work,     ///< on a task
  balance,  ///< polls, handles or sends messages instead; software only
  wait,     ///< for its queue: to fetch, to put what it created, or while the balancer holds it
};

/// One of the executors of a PE, which are numbered from 0.
struct ExecutorId {
  Node node;        ///< of the PE
  unsigned number;  ///< among the executors of that PE
};

}  // namespace isobar
