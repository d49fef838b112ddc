// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/producer_ratio.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "models/analysis/producer_model.h"
#include "models/errors.h"

namespace isobar {
namespace {

template <class Producer>
std::vector<RatioOfMeans> ratios(Producer& producer, std::int64_t operations, std::int64_t runs) {
  require_operations(operations);
  std::vector<RatioOfMeans> ratios(static_cast<std::size_t>(operations));
  for (std::int64_t run = 0; run < runs; ++run) {
    producer.restart();
    for (auto& ratio : ratios) {
      producer.operate();
      ratio.add(producer.first(), producer.other());
    }
  }
  return ratios;
}

}  // namespace

void RatioOfMeans::add(double x, double y) {
  ++runs_;
  const double dx = x - x_;
  const double dy = y - y_;
  x_ += dx / runs_;
  y_ += dy / runs_;
  xx_ += dx * (x - x_);
  xy_ += dx * (y - y_);
  yy_ += dy * (y - y_);
}

RatioOfMeans::Band RatioOfMeans::band(double z) const {
  // (x − r·y)² ≤ z²·(sxx − 2r·sxy + r²·syy), a quadratic in r.
  const double scale = z * z / (runs_ * (runs_ - 1));
  const double a = y_ * y_ - scale * yy_;
  const double b = x_ * y_ - scale * xy_;
  const double c = x_ * x_ - scale * xx_;
  if (!(a > 0)) throw ValueError("the ratio of means has no band: the lower mean may be 0");
  // Without variance a rounding error can fall below 0.
  const double root = std::sqrt(std::max(0.0, b * b - a * c));
  const double rounding = 1e-12 * ratio();
  return {(b - root) / a - rounding, (b + root) / a + rounding};
}

double simultaneous_z(double confidence, double statements) {
  const boost::math::normal normal;
  return boost::math::quantile(
      boost::math::complement(normal, (1 - confidence) / (2 * statements)));
}

std::vector<RatioOfMeans> real_ratios(const ProducerSetting& setting, std::int64_t operations,
                                      std::int64_t runs, std::uint64_t seed) {
  auto random = random_of(setting, seed, "real-producer");
  RealProducer producer(setting, random);
  return ratios(producer, operations, runs);
}

std::vector<RatioOfMeans> packet_ratios(const ProducerSetting& setting, Load start,
                                        std::int64_t operations, std::int64_t runs,
                                        std::uint64_t seed) {
  auto random = random_of(setting, seed, "packet-producer");
  PacketProducer producer(setting, start, random);
  return ratios(producer, operations, runs);
}

}  // namespace isobar
