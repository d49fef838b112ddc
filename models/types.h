// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/rational.hpp>
#include <cstdint>
#include <limits>

namespace isobar {

/// A PE's number: c1 + K1·(c2 + K2·(c3 + …)), dimension 1 varying fastest. Switches of a graph are
/// numbered after all PEs.
using Node = std::uint32_t;

/// A number of PE clock cycles, or the number of one of them.
using Cycle = std::int64_t;

/// The number of a cycle that does not come.
inline constexpr Cycle never = std::numeric_limits<Cycle>::max();

/// The number of tasks that a PE holds.
using Load = std::int64_t;

inline constexpr std::int64_t bits_of_byte = 8;

/// The identity of a task: 0, 1, … in order of PEs at the start, then in the order of creation.
using TaskId = std::uint64_t;

/// Exact quantities: 3 ns is 1/333,333,333.3… of a second, not a rounded frequency.
using Rational = boost::rational<std::int64_t>;

}  // namespace isobar
