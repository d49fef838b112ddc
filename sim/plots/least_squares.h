// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace isobar {

/// Values as a sum of columns, each with a coefficient.
struct LeastSquares {
  std::vector<double> coefficients;
  /// By coefficient: its variance where that of every value is 1, the diagonal of (XᵀX)⁻¹.
  std::vector<double> variances;
  double residual = 0;  ///< the sum of squares that remains
};

/// Finds the coefficients with which the sum of the columns X is nearest to the values. Each column
/// has as many elements as there are values, which must be more than columns. Throws ValueError if
/// GSL finds no solution.
LeastSquares least_squares(const std::vector<std::vector<double>>& columns,
                           const std::vector<double>& values);

}  // namespace isobar
