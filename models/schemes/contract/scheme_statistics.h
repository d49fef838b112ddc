// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// What a scheme counts of its own work, by the names that its registration declares
/// (SchemeEntry::statistics).
using SchemeStatistics = std::vector<std::pair<std::string, std::int64_t>>;

/// Adds what one PE counted to the sum of the others. All PEs count the same, in the same order.
inline void add_up(const SchemeStatistics& of_pe, SchemeStatistics& sum) {
  if (sum.empty()) {
    sum = of_pe;
    return;
  }
  for (std::size_t k = 0; k < of_pe.size(); ++k) sum[k].second += of_pe[k].second;
}

}  // namespace isobar
