// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/check_start.h"

#include <fmt/format.h>

#include <cmath>

#include "models/errors.h"

namespace isobar {

void check_start(double load, double capacity, bool done) {
  if (!done) throw ModelError("a transfer calculation begins before the last one is done");
  if (!(load >= 0 && capacity > 0 && std::isfinite(capacity) && std::isfinite(load / capacity))) {
    throw ModelError(fmt::format(
        "transfer calculation: load {} must be at least 0 and capacity {} above 0, both finite",
        load, capacity));
  }
}

}  // namespace isobar
