// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// Lüling and Monien's one-processor-generator-model (Section 3): processor 1 multiplies its load
/// by f, then shares it evenly with δ of the n − 1 others.
struct ProducerSetting {
  std::int64_t n;
  std::int64_t delta;
  double f;
};

/// Throws ValueError unless n ≥ 2, 1 ≤ δ < n, and f is finite and above 0.
void require(const ProducerSetting& setting);
/// Throws ValueError if `operations` is below 0.
void require_operations(std::int64_t operations);
/// Throws ValueError if `mean_square`, which grows with every operation, is no longer finite.
void require_finite(double mean_square, std::int64_t operations);

}  // namespace isobar
