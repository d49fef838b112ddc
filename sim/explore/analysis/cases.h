// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "sim/explore/analysis/read_campaign.h"

namespace isobar {

/// The points of a campaign without the difference of seeds: those that differ in nothing else are
/// one case. Points that wait are in none.
struct Cases {
  std::vector<std::size_t> of;          ///< by row: its case; the number of cases if it waits
  std::vector<std::size_t> rows;        ///< by case: the first of its points
  std::vector<std::size_t> repeats;     ///< by case: how many points it has
  std::vector<std::size_t> incomplete;  ///< by case: those that failed or ended without their goal
  std::vector<bool> positive;  ///< by metric: whether all values of complete cases are above 0
  /// By metric, then case: the mean over its points that have a value, geometric if the metric is
  /// positive and they are; NaN where none has one. Points that ended without their goal are in it
  /// only if no point of the case reached it, or the metric is `reached`.
  std::vector<std::vector<double>> values;

  std::size_t size() const { return rows.size(); }
  /// Only complete cases are compared: a mean over the points that reached their goal would
  /// flatter.
  bool complete(std::size_t c) const { return incomplete[c] == 0; }
};

Cases gather_cases(const Campaign& campaign);

}  // namespace isobar
