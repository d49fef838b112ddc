// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/schemes/hetero/resources.h"
#include "models/schemes/hetero/six_phases_iteration.h"
#include "models/schemes/hetero/six_phases_setting.h"
#include "models/schemes/hetero/tree_reduction.h"
#include "models/types.h"

namespace isobar::six_phases {

/// Phase 2, profitability determination (Watts, Rieffel and Taylor 1998): whether PEs balance after
/// an iteration. All PEs know the same numbers, and decide alike.
class Profitability {
 public:
  /// `setting` must outlive it.
  explicit Profitability(const SixPhasesSetting& setting)
      : setting_(setting), limits_(setting.resources.size(), 0) {}

  /// This PE's part of what all PEs need: bytes beyond its memory, and its longest balancing. The
  /// maxima of all are given to `decide`.
  TreeReduction::Pair needs(std::int64_t excess);
  /// Whether they balance now. `resources`: as all PEs use them.
  bool decide(const Resources& resources, const TreeReduction::Pair& needs,
              const Iteration& iteration);
  void begin_balancing(const Resources& resources, Cycle now);
  /// Tasks that all PEs have moved in a selection of this balancing.
  void count_moved(double tasks) { moved_ += tasks; }
  void end_balancing(Cycle now);

  std::int64_t balancings() const { return balancings_; }
  /// Iterations in which a resource was the one that was used least evenly, by resource.
  const std::vector<std::int64_t>& limits() const { return limits_; }
  /// Bytes beyond its memory that this PE held, the most in an iteration.
  std::int64_t bytes_over() const { return bytes_over_; }

 private:
  bool is_profitable(const Resources& resources, const TreeReduction::Pair& needs,
                     const Iteration& iteration) const;

  const SixPhasesSetting& setting_;
  std::int64_t balancings_ = 0;
  Cycle began_ = 0;
  Cycle longest_ = 0;
  double moved_ = 0;                         ///< tasks, by all PEs, in this balancing
  Resources::Loads then_;                    ///< ΣU, max U and bytes too many, at the last look
  std::optional<Resources::Loads> in_vain_;  ///< what a balancing could not mend
  double worst_before_ = 0;                  ///< the last balancing
  std::vector<std::int64_t> limits_;
  std::int64_t bytes_over_ = 0;
};

}  // namespace isobar::six_phases
