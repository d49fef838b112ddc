// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>

#include "models/types.h"

namespace isobar {

/// The earliest of several cycles after `now` in which something is to be done.
class NextCycle {
 public:
  explicit NextCycle(Cycle now) : now_(now) {}

  /// A cycle that is not after `now`, or none, changes nothing.
  void consider(Cycle cycle) {
    if (cycle > now_) first_ = std::min(first_, cycle);
  }
  void consider(std::optional<Cycle> cycle) {
    if (cycle) consider(*cycle);
  }
  /// The earliest; never: there was none.
  Cycle first() const { return first_; }
  std::optional<Cycle> get() const {
    return first_ == never ? std::nullopt : std::optional(first_);
  }

 private:
  Cycle now_;
  Cycle first_ = never;
};

}  // namespace isobar
