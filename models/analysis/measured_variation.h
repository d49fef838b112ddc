// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/analysis/producer_setting.h"

namespace isobar {

/// VD(li), i > 1, of the simulated one-processor-generator-model.
struct MeasuredVariation {
  double relative_square;  ///< E(li²)/E(li)² = VD² + 1, as measured
  double error;            ///< its standard error (delta method)

  double density() const;
  /// A density is less than z standard errors (and 1e-12 for rounding) away.
  bool holds(double density, double z) const;
};

/// After so many balancing operations, from `runs` ≥ 2 runs, else ValueError; each run gives the
/// means of li and li² over all others.
MeasuredVariation measured_variation(const ProducerSetting& setting, std::int64_t operations,
                                     std::int64_t runs, std::uint64_t seed);

}  // namespace isobar
