// SPDX-License-Identifier: Apache-2.0
#include "sim/plots/fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <set>

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
  // Columns are scaled to the same length, else the squares of large numbers would drown the rest.
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

double confidence_reach(std::int64_t degrees_of_freedom) {
  constexpr double upper_tail = 0.025;
  const boost::math::students_t student(static_cast<double>(degrees_of_freedom));
  return boost::math::quantile(boost::math::complement(student, upper_tail));
}

namespace {

/// The logarithms of points minus their block's mean, for blocks that say something about the
/// slope.
struct Centred {
  Eigen::VectorXd x;
  Eigen::VectorXd y;
  Eigen::VectorXd square;  ///< of the logarithm of x from the middle, minus its block's mean
  double mean_x = 0;
  double mean_y = 0;
  double reach = 0;  ///< of the logarithms of x, from least to most
  std::size_t blocks = 0;
  std::size_t sizes = 0;
};

Centred centre(const std::vector<PowerPoint>& points) {
  std::map<std::size_t, std::vector<std::pair<double, double>>> by_block;
  for (const auto& p : points) by_block[p.block].emplace_back(std::log(p.x), std::log(p.y));
  std::set<double> sizes;
  std::vector<std::pair<double, double>> kept;
  Centred centred;
  for (auto it = by_block.begin(); it != by_block.end();) {
    const auto& block = it->second;
    const auto one_size = [&](const auto& p) { return p.first == block.front().first; };
    if (std::all_of(block.begin(), block.end(), one_size)) {
      it = by_block.erase(it);
      continue;
    }
    kept.insert(kept.end(), block.begin(), block.end());
    ++it;
  }
  if (kept.empty()) return centred;
  for (const auto& [x, y] : kept) {
    sizes.insert(x);
    centred.mean_x += x / static_cast<double>(kept.size());
    centred.mean_y += y / static_cast<double>(kept.size());
  }
  centred.reach = *sizes.rbegin() - *sizes.begin();
  centred.sizes = sizes.size();
  centred.blocks = by_block.size();
  const auto n = static_cast<Eigen::Index>(kept.size());
  centred.x.resize(n);
  centred.y.resize(n);
  centred.square.resize(n);
  Eigen::Index at = 0;
  for (const auto& [block, members] : by_block) {
    const auto begin = at;
    for (const auto& [x, y] : members) {
      centred.x(at) = x;
      centred.y(at) = y;
      centred.square(at++) = (x - centred.mean_x) * (x - centred.mean_x);
    }
    for (auto* column : {&centred.x, &centred.y, &centred.square}) {
      auto part = column->segment(begin, at - begin);
      part.array() -= part.mean();
    }
  }
  return centred;
}

/// Whether the square's coefficient differs from 0, and the slope by a tenth from end to end.
bool is_bent(const Centred& centred) {
  const auto degrees = centred.x.size() - static_cast<Eigen::Index>(centred.blocks) - 2;
  if (degrees < 1) return false;
  Eigen::MatrixXd columns(centred.x.size(), 2);
  columns << centred.x, centred.square;
  const Eigen::Matrix2d inverse = (columns.transpose() * columns).inverse();
  const Eigen::Vector2d found = inverse * (columns.transpose() * centred.y);
  const double rest = (centred.y - columns * found).squaredNorm();
  const double error = std::sqrt(rest / static_cast<double>(degrees) * inverse(1, 1));
  constexpr double worth_saying = 0.1;
  const double change = std::abs(2 * found(1) * centred.reach);
  return std::abs(found(1)) > confidence_reach(degrees) * error && change > worth_saying;
}

}  // namespace

std::optional<PowerLaw> fit_power_law(const std::vector<PowerPoint>& points) {
  constexpr std::size_t least_sizes = 3;
  const auto centred = centre(points);
  const auto degrees = centred.x.size() - static_cast<Eigen::Index>(centred.blocks) - 1;
  if (centred.sizes < least_sizes || degrees < 1) return std::nullopt;
  PowerLaw law;
  const double spread = centred.x.squaredNorm();
  law.b = centred.x.dot(centred.y) / spread;
  law.a = std::exp(centred.mean_y - law.b * centred.mean_x);
  const double rest = (centred.y - law.b * centred.x).squaredNorm();
  const double all = centred.y.squaredNorm();
  law.r_squared = all > 0 ? 1 - rest / all : 1;
  const double reach =
      confidence_reach(degrees) * std::sqrt(rest / static_cast<double>(degrees) / spread);
  law.b_low = law.b - reach;
  law.b_high = law.b + reach;
  law.sizes = centred.sizes;
  law.points = static_cast<std::size_t>(centred.x.size());
  law.blocks = centred.blocks;
  law.bent = is_bent(centred);
  return law;
}

}  // namespace isobar
