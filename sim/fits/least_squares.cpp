// SPDX-License-Identifier: Apache-2.0
#include "sim/fits/least_squares.h"

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>

namespace isobar {

LeastSquares least_squares(const std::vector<std::vector<double>>& columns,
                           const std::vector<double>& values, std::int64_t degrees) {
  const auto n = static_cast<Eigen::Index>(values.size());
  const auto terms = static_cast<Eigen::Index>(columns.size());
  Eigen::MatrixXd given(n, terms);
  for (Eigen::Index k = 0; k < terms; ++k) {
    given.col(k) =
        Eigen::Map<const Eigen::VectorXd>(columns[static_cast<std::size_t>(k)].data(), n);
  }
  const Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(values.data(), n);
  // All columns get the length 1, or the squares of large numbers would drown the rest.
  const Eigen::VectorXd scale = given.colwise().norm().transpose();
  const Eigen::MatrixXd scaled = given * scale.cwiseInverse().asDiagonal();
  const Eigen::VectorXd solution = scaled.colPivHouseholderQr().solve(y);
  LeastSquares found;
  found.residual = (y - scaled * solution).squaredNorm();
  const double variance = found.residual / static_cast<double>(degrees);
  const Eigen::MatrixXd covariance = (scaled.transpose() * scaled).inverse() * variance;
  for (Eigen::Index k = 0; k < terms; ++k) {
    found.coefficients.push_back(solution(k) / scale(k));
    found.errors.push_back(std::sqrt(covariance(k, k)) / scale(k));
  }
  return found;
}

}  // namespace isobar
