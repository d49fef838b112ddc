// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/types.h"

namespace isobar {

/// What programs outside the application take of one PE's executor for a while (Watts, Rieffel and
/// Taylor 1998, "Load measurement"): of the cycles of a span a part goes to them, spread evenly,
/// and the executor's own time stands still in these. Of a span's first k cycles ⌊k·(1 − part)⌋ are
/// the executor's own.
class ExternalLoad {
 public:
  struct Span {
    Cycle from = 0;
    Cycle to = 0;   ///< not in it; > from
    Rational part;  ///< above 0, at most 1
  };

  ExternalLoad() = default;
  /// Throws ValueError for a span that is none, or two that have cycles in common.
  explicit ExternalLoad(std::vector<Span> spans);

  bool empty() const { return spans_.empty(); }
  /// The executor's own cycles before `cycle`.
  Cycle own(Cycle cycle) const;
  /// The first cycle before which there are as many of its own.
  Cycle when(Cycle own) const;

 private:
  std::vector<Span> spans_;  ///< ascending
};

}  // namespace isobar
