// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "models/schemes/hetero/selection.h"

namespace isobar {

/// A task and the number of equal parts, at least 2, that it is to be divided into.
struct Division {
  std::size_t task = 0;
  std::size_t parts = 2;
};

/// Tasks whose utilization l/C exceeds `threshold` > 0, in as few parts as do not exceed it (Watts,
/// Rieffel and Taylor 1998, Task selection and Granularity adjustment), at most `most` ≥ 2.
/// `loads`: of one PE's tasks.
std::vector<Division> tasks_to_divide(const std::vector<double>& loads, double capacity,
                                      double threshold, std::size_t most = 16);

using MayJoin = std::function<bool(std::size_t, std::size_t)>;

/// Groups of two or more tasks that are to be merged, the smallest first: as many as together have
/// a utilization of at most `below`. With `below` no higher than the threshold of division, what
/// was merged is not divided, and the parts of one division are never all in one group.
/// `may_join`: whether two of them may be neighbours in a group; each joins one that it may.
std::vector<Selection> tasks_to_merge(const std::vector<double>& loads, double capacity,
                                      double below, const MayJoin& may_join);

/// U_avg/eff_min (Granularity adjustment): the utilization above which a task is divided.
inline double division_threshold(double mean_utilization, double eff_min) {
  return mean_utilization / eff_min;
}

/// The falling threshold (Task selection): from U_avg/eff_min down by `factor` each time that the
/// balance is still inadequate, never below `least`.
class FallingThreshold {
 public:
  /// 0 < `factor` < 1.
  FallingThreshold(double start, double factor, double least)
      : now_(start), factor_(factor), least_(least) {}

  double now() const { return now_; }
  /// false: there is nothing lower.
  bool fall() {
    if (now_ * factor_ < least_) return false;
    now_ *= factor_;
    return true;
  }

 private:
  double now_;
  double factor_;
  double least_;
};

}  // namespace isobar
