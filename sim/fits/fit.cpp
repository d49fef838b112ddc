// SPDX-License-Identifier: Apache-2.0
#include "sim/fits/fit.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "models/errors.h"
#include "sim/fits/least_squares.h"

namespace isobar {

namespace {

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// The sum of squares about the mean.
double square_of_deviations(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double sum = 0;
  for (const double v : values) sum += (v - mean) * (v - mean);
  return sum;
}

}  // namespace

double Fit::at(double x) const {
  double y = 0;
  for (auto c = coefficients.rbegin(); c != coefficients.rend(); ++c) y = y * x + *c;
  return y;
}

Fit fit_polynomial(const std::vector<std::pair<double, double>>& points, unsigned degree) {
  const std::size_t terms = std::size_t{degree} + 1;
  if (points.size() <= terms) throw ValueError("too few points for a fit");
  std::vector<std::vector<double>> powers(terms);
  std::vector<double> values;
  for (const auto& [x, y] : points) {
    for (std::size_t k = 0; k < terms; ++k) {
      powers[k].push_back(std::pow(x, static_cast<double>(k)));
    }
    values.push_back(y);
  }
  const auto found =
      least_squares(powers, values, static_cast<std::int64_t>(points.size() - terms));
  const double all = square_of_deviations(values);
  return {found.coefficients, found.errors, all > 0 ? 1 - found.residual / all : 1};
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

/// The logarithms of the points in blocks of several x, minus the means of their blocks. Other
/// blocks say nothing about the slope.
struct Centred {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> square;  ///< (log x − the mean of log x)², minus the mean of its block
  double mean_x = 0;
  double mean_y = 0;
  double reach = 0;  ///< the difference of the largest and the smallest log x
  std::size_t blocks = 0;
  std::size_t sizes = 0;
};

/// Subtracts the mean of the elements from `begin` on.
void subtract_mean(std::vector<double>& values, std::size_t begin) {
  double mean = 0;
  for (std::size_t i = begin; i < values.size(); ++i) mean += values[i];
  mean /= static_cast<double>(values.size() - begin);
  for (std::size_t i = begin; i < values.size(); ++i) values[i] -= mean;
}

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
  for (const auto& [block, members] : by_block) {
    const auto begin = centred.x.size();
    for (const auto& [x, y] : members) {
      centred.x.push_back(x);
      centred.y.push_back(y);
      centred.square.push_back((x - centred.mean_x) * (x - centred.mean_x));
    }
    for (auto* column : {&centred.x, &centred.y, &centred.square}) subtract_mean(*column, begin);
  }
  return centred;
}

/// Whether a parabola of the logarithms bends: its quadratic coefficient differs from 0, and its
/// slope by a tenth from end to end.
bool is_bent(const Centred& centred) {
  const auto degrees =
      static_cast<std::int64_t>(centred.x.size()) - static_cast<std::int64_t>(centred.blocks) - 2;
  if (degrees < 1) return false;
  const auto found = least_squares({centred.x, centred.square}, centred.y, degrees);
  const double bend = found.coefficients[1];
  constexpr double worth_saying = 0.1;
  const double change = std::abs(2 * bend * centred.reach);
  return std::abs(bend) > confidence_reach(degrees) * found.errors[1] && change > worth_saying;
}

}  // namespace

std::optional<PowerLaw> fit_power_law(const std::vector<PowerPoint>& points) {
  constexpr std::size_t least_sizes = 3;
  const auto centred = centre(points);
  const auto degrees =
      static_cast<std::int64_t>(centred.x.size()) - static_cast<std::int64_t>(centred.blocks) - 1;
  if (centred.sizes < least_sizes || degrees < 1) return std::nullopt;
  PowerLaw law;
  const double spread = dot(centred.x, centred.x);
  law.b = dot(centred.x, centred.y) / spread;
  law.a = std::exp(centred.mean_y - law.b * centred.mean_x);
  double rest = 0;
  for (std::size_t i = 0; i < centred.x.size(); ++i) {
    const double left = centred.y[i] - law.b * centred.x[i];
    rest += left * left;
  }
  const double all = dot(centred.y, centred.y);
  law.r_squared = all > 0 ? 1 - rest / all : 1;
  const double reach =
      confidence_reach(degrees) * std::sqrt(rest / static_cast<double>(degrees) / spread);
  law.b_low = law.b - reach;
  law.b_high = law.b + reach;
  law.sizes = centred.sizes;
  law.points = centred.x.size();
  law.blocks = centred.blocks;
  law.bent = is_bent(centred);
  return law;
}

}  // namespace isobar
