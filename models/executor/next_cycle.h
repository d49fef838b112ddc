// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/types.h"

namespace isobar {

/// The earliest of several cycles after `now` in which something is to be done.
class NextCycle {
 public:
  explicit NextCycle(Cycle now) : now_(now) {}

  /// A cycle that is not after `now`, or none, changes nothing.
  void consider(std::optional<Cycle> cycle) {
    if (cycle && *cycle > now_ && (!first_ || *cycle < *first_)) first_ = cycle;
  }
  std::optional<Cycle> get() const { return first_; }

 private:
  Cycle now_;
  std::optional<Cycle> first_;
};

}  // namespace isobar
