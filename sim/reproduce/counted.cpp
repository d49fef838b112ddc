// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/counted.h"

namespace isobar {

Comparison claim_always(const std::string& what, const std::string& published, const Count& count) {
  const auto every = static_cast<double>(count.all);
  return claim(what, published, count.measured(), count.all > 0 ? exactly(every) : at_least(1));
}

}  // namespace isobar
