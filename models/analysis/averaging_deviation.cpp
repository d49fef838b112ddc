// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/averaging_deviation.h"

#include <cmath>

namespace isobar {

double deviation_variance(unsigned dimensions, std::int64_t t) {
  double sum = 0;
  double patterns = std::pow(0.5, dimensions);  // C(D, j)/2^D
  for (unsigned j = 1; j <= dimensions; ++j) {
    patterns *= static_cast<double>(dimensions + 1 - j) / j;
    const double factor = 1 - 2.0 * j / (dimensions + 1);
    const double square = factor * factor;
    sum += patterns * (1 - std::pow(square, static_cast<double>(t))) / (1 - square);
  }
  return sum;
}

double deviation_variance_limit(unsigned dimensions) {
  double sum = 0;
  for (unsigned m = 1; m <= dimensions; ++m) sum += (std::ldexp(1, static_cast<int>(m)) - 1) / m;
  const double part = std::pow(0.5, dimensions + 1);
  return 0.5 - part + (dimensions + 1) * part / 2 * sum;
}

}  // namespace isobar
