// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/measure/statistic.h"

namespace isobar {

// Short names for the tables in which statistics are declared.
constexpr auto flag = StatisticType::flag;
constexpr auto whole = StatisticType::whole;
constexpr auto real = StatisticType::real;
constexpr auto word = StatisticType::word;
constexpr auto text = StatisticType::text;
constexpr auto neither = Better::neither;
constexpr auto less = Better::less;
constexpr auto more = Better::more;

}  // namespace isobar
