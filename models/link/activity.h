// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// What a PE's executor does in a cycle.
enum class Activity : std::uint8_t {
  idle,     ///< there is no task
  work,     ///< on a task
  balance,  ///< polls, handles or sends messages instead; software only
  wait,     ///< for its queue: to fetch, to put what it created, or while the balancer holds it
};

}  // namespace isobar
