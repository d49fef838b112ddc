// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/workloads/application.h"
#include "models/workloads/applications/work_time.h"

namespace isobar {

/// Busy loops of random lengths (Willebeek-LeMair and Reeves 1993, Section V.A). PE i's load is
/// h·l_i loops (eq. 33), l_i uniform in 0 < l_i < 2·mean/h, cut into g tasks of τ_j·ψ loops
/// (eq. 34), τ_j uniform in 0 < τ_j < 2·ω·l_i/g; h = ω·ψ. All l_i and τ_j are whole, neither end
/// is drawn. No task creates another.
class Loops final : public Application {
 public:
  struct Setting {
    std::int64_t grain = 100;        ///< g: tasks of a PE
    std::int64_t block = 1'000'000;  ///< h: loops
    std::int64_t mean_blocks = 25;   ///< l's mean
    std::int64_t weight = 5;         ///< ω/g
    double skew = 1;                 ///< how far l_i strays from its mean, as a share of it
    double spread = 1;               ///< how far τ_j strays from its mean
    double loop = 1300;              ///< ns that one loop takes
  };

  Loops(const Setting& setting, Node nodes, std::uint64_t seed, const Rational& clock);

  std::vector<Load> initial_loads() const override;
  Cycle work(TaskId task) override;
  bool knows_work() const override { return true; }
  std::int64_t finish(TaskId task) override;
  /// `loops`: as many as were executed.
  ApplicationStatistics statistics() const override;

 private:
  Setting setting_;
  Node nodes_;
  WorkTime time_;
  std::vector<std::int64_t> sizes_;  ///< by task: τ
  std::int64_t finished_ = 0;        ///< Σ τ of the tasks that are over
};

}  // namespace isobar
