// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/fit.h"

#include <Eigen/Dense>
#include <cmath>

#include "models/errors.h"

namespace isobar {

double Fit::at(double x) const {
  double y = 0;
  for (auto c = coefficients.rbegin(); c != coefficients.rend(); ++c) y = y * x + *c;
  return y;
}

Fit fit_polynomial(const std::vector<std::pair<double, double>>& points, unsigned degree) {
  const auto n = static_cast<Eigen::Index>(points.size());
  const auto terms = static_cast<Eigen::Index>(degree) + 1;
  if (n <= terms) throw ValueError("too few points for a fit");
  Eigen::MatrixXd powers(n, terms);
  Eigen::VectorXd y(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto& point = points[static_cast<std::size_t>(i)];
    y(i) = point.second;
    for (Eigen::Index k = 0; k < terms; ++k) powers(i, k) = std::pow(point.first, k);
  }
  // Columns of like length, or the squares of large numbers would drown the rest.
  const Eigen::VectorXd scale = powers.colwise().norm().transpose();
  const Eigen::MatrixXd scaled = powers * scale.cwiseInverse().asDiagonal();
  const Eigen::VectorXd found = scaled.colPivHouseholderQr().solve(y);
  const double rest = (y - scaled * found).squaredNorm();
  const double all = (y.array() - y.mean()).matrix().squaredNorm();
  const double variance = rest / static_cast<double>(n - terms);
  const Eigen::MatrixXd covariance = (scaled.transpose() * scaled).inverse() * variance;
  Fit fit;
  fit.r_squared = all > 0 ? 1 - rest / all : 1;
  for (Eigen::Index k = 0; k < terms; ++k) {
    fit.coefficients.push_back(found(k) / scale(k));
    fit.errors.push_back(std::sqrt(covariance(k, k)) / scale(k));
  }
  return fit;
}

double fit_exponent(const std::vector<std::pair<double, double>>& points) {
  std::vector<std::pair<double, double>> logs;
  for (const auto& [x, y] : points) {
    if (x > 0 && y > 0) logs.emplace_back(std::log(x), std::log(y));
  }
  return fit_polynomial(logs, 1).coefficients[1];
}

}  // namespace isobar
