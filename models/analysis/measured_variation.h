// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/analysis/producer_setting.h"

namespace isobar {

/// VD(li), i > 1, as measured in simulations of the one-processor-generator-model.
struct MeasuredVariation {
  double relative_square;  ///< E(li²)/E(li)² = VD² + 1, as measured
  double error;            ///< its standard error (delta method)

  double density() const;
  /// Whether `density` is less than z standard errors (and 1e-12 for rounding) away.
  bool holds(double density, double z) const;
};

/// The variation after `operations` balancing operations, from `runs` runs, each of which gives the
/// means of li and li² over all i > 1. Throws ValueError for fewer than two runs.
MeasuredVariation measured_variation(const ProducerSetting& setting, std::int64_t operations,
                                     std::int64_t runs, std::uint64_t seed);

}  // namespace isobar
