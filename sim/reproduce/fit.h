// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

namespace isobar {

/// A polynomial through points, by least squares.
struct Fit {
  std::vector<double> coefficients;  ///< of 1, x, x², …
  std::vector<double> errors;        ///< their standard errors
  double r_squared = 0;              ///< the part of the variance that it explains

  double at(double x) const;
};

/// Throws ValueError for fewer points than coefficients and one.
Fit fit_polynomial(const std::vector<std::pair<double, double>>& points, unsigned degree);

/// The slope of log y against log x: the b of y = a·x^b. Points at 0 or below are left out.
double fit_exponent(const std::vector<std::pair<double, double>>& points);

}  // namespace isobar
