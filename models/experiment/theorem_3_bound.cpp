// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/theorem_3_bound.h"

#include <limits>

namespace isobar {

std::int64_t theorem_3_bound(const Fabric& fabric, Load difference) {
  std::int64_t ring_lengths = 0;
  for (const auto radix : fabric.radices()) ring_lengths += radix == 1 ? 0 : radix;
  std::int64_t steps = 0;
  const bool too_many = __builtin_mul_overflow(difference, ring_lengths, &steps);
  return too_many ? std::numeric_limits<std::int64_t>::max() : steps;
}

}  // namespace isobar
