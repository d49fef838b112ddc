// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/errors.h"
#include "models/types.h"

namespace isobar {

/// The cycle `by` cycles after `from`. Throws ValueError if that is more than can be counted.
inline Cycle later(Cycle from, Cycle by) {
  Cycle at = 0;
  if (__builtin_add_overflow(from, by, &at)) {
    throw ValueError("the run is longer than 2^63 cycles");
  }
  return at;
}

/// The cycles that `count` times `each` cycles make. Throws ValueError if that is more than can be
/// counted.
inline Cycle in_all(std::int64_t count, Cycle each) {
  Cycle all = 0;
  if (__builtin_mul_overflow(count, each, &all)) {
    throw ValueError("the run is longer than 2^63 cycles");
  }
  return all;
}

}  // namespace isobar
