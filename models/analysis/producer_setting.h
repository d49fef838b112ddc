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

/// n ≥ 2, 1 ≤ δ < n and 0 < f, finite; else ValueError.
void require(const ProducerSetting& setting);
/// At least 0; else ValueError.
void require_operations(std::int64_t operations);
/// An expected square that is a number yet: loads grow with every operation; else ValueError.
void require_finite(double mean_square, std::int64_t operations);

}  // namespace isobar
