// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/explore/plan.h"

namespace isobar {

/// A point that was run, with the seconds that it took.
struct MeasuredPoint {
  Assignment keys;
  double seconds = 0;
};

/// The scheme and level of a point: points of one kind take as long for a PE and phase.
std::string cost_kind(const Assignment& point);

/// Estimates how long points take: a little for starting one, and time that grows with PEs ×
/// phases, where the number of phases is estimated from goal and loads. The rate is measured on
/// points of the same scheme and level, those that ended at a limit without their goal included, or
/// else a typical one. Estimates only decide how work is
/// shared out.
class CostModel {
 public:
  explicit CostModel(const std::vector<MeasuredPoint>& measured);

  /// > 0, also for a point that cannot be run.
  double seconds(const Assignment& point) const;

 private:
  std::map<std::string, double> rates_;  ///< seconds a PE and phase, by scheme and level
};

}  // namespace isobar
