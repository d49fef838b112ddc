// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "models/types.h"

namespace isobar {

/// The least and the greatest of the loads of PEs, which change one after the other. It counts the
/// PEs of each load; to find the next one from a load at which there are none takes no longer than
/// to move the tasks did.
class LoadExtremes {
 public:
  /// The loads at the beginning, in any order.
  explicit LoadExtremes(const std::vector<Load>& loads) {
    for (const Load load : loads) add(load);
    while (!loads.empty() && pes_[min_] == 0) ++min_;
  }

  /// A PE had `before` tasks, and now has `after`.
  void change(Load before, Load after) {
    add(after);
    --pes_[static_cast<std::size_t>(before)];
    while (pes_[min_] == 0) ++min_;
    while (pes_[max_] == 0) --max_;
  }
  Load min() const { return static_cast<Load>(min_); }  ///< 0 without PEs
  Load max() const { return static_cast<Load>(max_); }  ///< 0 without PEs

 private:
  void add(Load load) {
    const auto at = static_cast<std::size_t>(load);
    if (at >= pes_.size()) pes_.resize(at + 1);
    ++pes_[at];
    if (at < min_) min_ = at;
    if (at > max_) max_ = at;
  }

  std::vector<Node> pes_;  ///< by load
  std::size_t min_ = 0;
  std::size_t max_ = 0;
};

}  // namespace isobar
