// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// Willebeek-LeMair and Reeves (*Strategies for Dynamic Load Balancing on Highly Parallel
/// Computers*, 1993), Section III.E: messages of the dimension exchange method on a hypercube of
/// N = 2^dimensions PEs, when every pair transfers and a transfer is one message. A message counts
/// at both ends, and the start broadcast does not.

/// Equation 32: the messages of each PE, 3·log2 N.
constexpr std::int64_t dem_messages_of_pe(std::int64_t dimensions) { return 3 * dimensions; }

/// Equation 31: the messages of all PEs, 3·N·log2 N.
constexpr std::int64_t dem_messages(std::int64_t dimensions) {
  return (std::int64_t{1} << dimensions) * dem_messages_of_pe(dimensions);
}

}  // namespace isobar
