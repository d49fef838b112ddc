// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/types.h"

namespace isobar {

/// What programs outside the application take of one PE's executor for a while (Watts, Rieffel and
/// Taylor 1998, "Load measurement"). They get a part of the cycles of each span, spread evenly, in
/// which the application does not go on: ⌊k·(1 − part)⌋ of a span's first k cycles remain to the
/// executor as its own.
class ExternalLoad {
 public:
  /// The cycles `from` … `to` − 1, in which others have `part` of them.
  struct Span {
    Cycle from = 0;  ///< the first cycle of the span
    Cycle to = 0;    ///< the first cycle after the span; above `from`
    Rational part;   ///< above 0, at most 1
  };

  ExternalLoad() = default;
  /// Throws ValueError for a span without cycles, a part outside its range, or two spans that have
  /// cycles in common.
  explicit ExternalLoad(std::vector<Span> spans);

  /// Whether nothing is taken at any time.
  bool empty() const { return spans_.empty(); }
  /// The number of the executor's own cycles before `cycle`.
  Cycle own(Cycle cycle) const;
  /// The first cycle before which the executor has had `own` cycles of its own.
  Cycle when(Cycle own) const;

 private:
  std::vector<Span> spans_;  ///< ascending
};

}  // namespace isobar
