// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace isobar {

/// Whether less or more of a quantity is what one wants.
enum class Better : std::uint8_t { neither, less, more };

/// A whole number that a scheme or an application counts of its own work, declared with its
/// registration. It then appears in results, campaigns, pages, the schema and the reference
/// (models/statistics/statistics.h).
struct OwnStatistic {
  std::string name;                 ///< lower case with underscores: `packets_moved`
  std::string unit;                 ///< empty: a plain number
  std::string help;                 ///< one line
  Better better = Better::neither;  ///< whether less or more of it is better
};

}  // namespace isobar
