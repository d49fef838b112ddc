// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/surrogate.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

namespace isobar {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Rows = SurrogateData::Rows;

constexpr double confidence = 3;  // standard deviations: what is little known is tried
constexpr double noise = 0.01;    // variance beside what similarity explains
constexpr double first_similarity = 0.3;
constexpr double similarities[] = {0.05, 0.2, 0.4, 0.6, 0.8, 0.95};
constexpr double steps_per_range = 3;  // two ends of a range differ like so many categories
constexpr std::size_t most_for_likelihood = 100;  // points; the cost grows with their cube

class Similarity {
 public:
  explicit Similarity(const std::vector<bool>& is_number)
      : is_number_(is_number), by_axis_(is_number.size(), first_similarity) {}

  double operator()(const std::vector<double>& a, const std::vector<double>& b) const {
    double product = 1;
    for (std::size_t axis = 0; axis < by_axis_.size(); ++axis) {
      if (a[axis] == b[axis]) continue;
      product *= is_number_[axis]
                     ? std::pow(by_axis_[axis], steps_per_range * std::abs(a[axis] - b[axis]))
                     : by_axis_[axis];
    }
    return product;
  }
  std::vector<double>& by_axis() { return by_axis_; }

 private:
  const std::vector<bool>& is_number_;
  std::vector<double> by_axis_;
};

/// What the points say of all others under a similarity.
class Process {
 public:
  Process(const Rows& points, const MatrixXd& values, const Similarity& similarity)
      : points_(points), similarity_(similarity), mean_(values.colwise().mean()) {
    const auto n = static_cast<Index>(points.size());
    MatrixXd covariance(n, n);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j <= i; ++j) {
        covariance(i, j) = similarity(row(i), row(j));
      }
      covariance(i, i) += noise;
    }
    factor_.compute(covariance);  // reads the lower half
    const MatrixXd centred = values.rowwise() - mean_;
    weights_ = factor_.solve(centred);
    variances_ = centred.cwiseProduct(weights_).colwise().sum() / static_cast<double>(n);
  }

  /// Logarithm, but for a constant, with each objective's variance at its likeliest (Rasmussen and
  /// Williams, eq. 5.8).
  double likelihood() const {
    const auto n = static_cast<double>(points_.size());
    const double determinant = 2 * factor_.matrixLLT().diagonal().array().log().sum();
    constexpr double least = std::numeric_limits<double>::min();
    return -0.5 * (n * variances_.array().max(least).log().sum() +
                   determinant * static_cast<double>(variances_.size()));
  }

  std::vector<double> hope(const std::vector<double>& point) const {
    VectorXd shared(static_cast<Index>(points_.size()));
    for (Index i = 0; i < shared.size(); ++i) shared(i) = similarity_(point, row(i));
    const Eigen::RowVectorXd expected = mean_ + shared.transpose() * weights_;
    const double known = factor_.matrixL().solve(shared).squaredNorm();
    const double unknown = std::sqrt(std::max(0.0, 1 - known));
    std::vector<double> hoped;
    for (Index k = 0; k < expected.size(); ++k) {
      hoped.push_back(expected(k) - confidence * unknown * std::sqrt(std::max(0.0, variances_(k))));
    }
    return hoped;
  }

 private:
  const std::vector<double>& row(Index i) const { return points_[static_cast<std::size_t>(i)]; }

  const Rows& points_;
  const Similarity& similarity_;
  Eigen::RowVectorXd mean_;
  Eigen::LLT<MatrixXd> factor_;
  MatrixXd weights_;
  Eigen::RowVectorXd variances_;
};

MatrixXd matrix(const Rows& rows) {
  MatrixXd all(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
  for (Index i = 0; i < all.rows(); ++i) {
    for (Index k = 0; k < all.cols(); ++k) {
      all(i, k) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
    }
  }
  return all;
}

Rows spread_out(const Rows& rows) {
  const auto stride = (rows.size() + most_for_likelihood - 1) / most_for_likelihood;
  Rows some;
  for (std::size_t i = 0; i < rows.size(); i += stride) some.push_back(rows[i]);
  return some;
}

/// Axis by axis, once round.
Similarity likeliest(const SurrogateData& known) {
  const auto points = spread_out(known.points);
  const auto values = matrix(spread_out(known.values));
  Similarity similarity(known.is_number);
  double best = Process(points, values, similarity).likelihood();
  for (auto& of_axis : similarity.by_axis()) {
    double kept = of_axis;
    for (const double tried : similarities) {
      of_axis = tried;
      const double likelihood = Process(points, values, similarity).likelihood();
      if (likelihood > best + 1e-6) {  // not by rounding alone
        best = likelihood;
        kept = tried;
      }
    }
    of_axis = kept;
  }
  return similarity;
}

}  // namespace

Rows hopes(const SurrogateData& known, const Rows& points) {
  const auto similarity = likeliest(known);
  const Process process(known.points, matrix(known.values), similarity);
  Rows all;
  for (const auto& point : points) all.push_back(process.hope(point));
  return all;
}

}  // namespace isobar
