// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/measure/statistic.h"

namespace isobar {

// What the rows of the tables have in common in which statistics are declared: short names, and a
// number made of one a PE.

constexpr auto flag = StatisticType::flag;
constexpr auto whole = StatisticType::whole;
constexpr auto real = StatisticType::real;
constexpr auto word = StatisticType::word;
constexpr auto text = StatisticType::text;
constexpr auto neither = Better::neither;
constexpr auto less = Better::less;
constexpr auto more = Better::more;

/// The list must have an entry.
inline std::int64_t largest(const std::vector<std::int64_t>& of_pes) {
  return *std::max_element(of_pes.begin(), of_pes.end());
}

}  // namespace isobar
