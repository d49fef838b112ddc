// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/producer_setting.h"

#include <fmt/format.h>

#include <cmath>

#include "models/errors.h"

namespace isobar {

void require(const ProducerSetting& setting) {
  const auto& [n, delta, f] = setting;
  if (n < 2) throw ValueError(fmt::format("there are 2 processors or more, not {}", n));
  if (delta < 1 || delta >= n) {
    throw ValueError(
        fmt::format("delta is from 1 to {} of {} processors, not {}", n - 1, n, delta));
  }
  if (!(f > 0 && std::isfinite(f))) throw ValueError(fmt::format("f is above 0, not {}", f));
}

void require_operations(std::int64_t operations) {
  if (operations < 0) {
    throw ValueError(fmt::format("operations are counted from 0, not from {}", operations));
  }
}

void require_finite(double mean_square, std::int64_t operations) {
  if (!std::isfinite(mean_square)) {
    throw ValueError(fmt::format(
        "after {} operations the expected square of a load is too large for a number", operations));
  }
}

}  // namespace isobar
