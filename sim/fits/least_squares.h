// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace isobar {

/// Values as a sum of columns, each with a coefficient.
struct LeastSquares {
  std::vector<double> coefficients;
  std::vector<double> errors;  ///< by coefficient: its standard error
  double residual = 0;         ///< the sum of squares that remains
};

/// Finds the coefficients with which the sum of the columns is nearest to the values. Each column
/// has as many elements as there are values. `degrees` > 0 are the degrees of freedom that are left
/// for the error.
LeastSquares least_squares(const std::vector<std::vector<double>>& columns,
                           const std::vector<double>& values, std::int64_t degrees);

}  // namespace isobar
