// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace isobar {

/// A polynomial through points, by least squares.
struct Fit {
  std::vector<double> coefficients;  ///< those of 1, x, x², …
  std::vector<double> errors;        ///< their standard errors
  double r_squared = 0;              ///< the part of the variance that it explains

  double at(double x) const;
};

/// Throws ValueError for fewer points than coefficients and one.
Fit fit_polynomial(const std::vector<std::pair<double, double>>& points, unsigned degree);

/// The slope of log y against log x: the b of y = a·x^b. Points at 0 or below are left out.
double fit_exponent(const std::vector<std::pair<double, double>>& points);

/// How many standard errors a 95 % confidence interval reaches to either side (Student's t).
double confidence_reach(std::int64_t degrees_of_freedom);

/// A point above 0 of a power law; those of one block share the law's factor a.
struct PowerPoint {
  double x = 0;
  double y = 0;
  std::size_t block = 0;
};

/// y = a·x^b with one b and an a for each block, by least squares of the logarithms.
struct PowerLaw {
  double a = 0;  ///< the geometric mean over the points of their blocks'
  double b = 0;
  double b_low = 0;  ///< the 95 % confidence interval of b
  double b_high = 0;
  double r_squared = 0;    ///< the part of the logarithms' variance within blocks that it explains
  std::size_t sizes = 0;   ///< different x
  std::size_t points = 0;  ///< all of them
  std::size_t blocks = 0;
  /// Whether a parabola of the logarithms bends with 95 % confidence, by more than a tenth in b
  /// from the smallest to the largest x: then b is only the mean slope.
  bool bent = false;
};

/// Fits the points of blocks with more than one x. Returns nothing if they have fewer than three
/// different x, or are too few for an interval.
std::optional<PowerLaw> fit_power_law(const std::vector<PowerPoint>& points);

}  // namespace isobar
