// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/workloads/applications/tardiness.h"

namespace isobar {

/// Lower bounds of the total weighted tardiness of sets of jobs, each from time 0 on (Potts and Van
/// Wassenhove, Operations Research 33, 1985): with any multipliers 0 ≤ λ_j ≤ w_j no order costs
/// less than the least Σ λ_j·(C_j − d_j), which the order of falling λ_j/p_j has. Here that order
/// is a given one, and the multipliers are the best that lead to it.
class TardinessBound {
 public:
  /// The order of all jobs in which λ_j/p_j falls; the better the schedule, the better the bound.
  TardinessBound(std::vector<Job> jobs, Schedule order);

  /// The bound of the jobs whose bits are set; `total` is the sum of their times.
  std::int64_t of(std::uint64_t set, std::int64_t total);

 private:
  /// Where the slope of the best value falls, as a function of the largest λ/p that is allowed.
  struct Drop {
    double at = 0;
    std::int64_t by = 0;
  };

  std::vector<Job> jobs_;
  Schedule order_;
  std::vector<double> limit_;  ///< w/p, by job
  std::vector<Drop> drops_;    ///< kept for its storage
};

}  // namespace isobar
