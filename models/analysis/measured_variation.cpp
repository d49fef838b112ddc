// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/measured_variation.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "models/analysis/producer_model.h"
#include "models/analysis/variation.h"
#include "models/errors.h"

namespace isobar {

double MeasuredVariation::density() const { return variation_density(1, relative_square); }

bool MeasuredVariation::holds(double density, double z) const {
  return std::abs(density * density + 1 - relative_square) <= z * error + 1e-12;
}

MeasuredVariation measured_variation(const ProducerSetting& setting, std::int64_t operations,
                                     std::int64_t runs, std::uint64_t seed) {
  require_operations(operations);
  if (runs < 2) throw ValueError(fmt::format("a spread needs 2 runs or more, not {}", runs));
  auto random = random_of(setting, seed, "variation");
  RealProducer producer(setting, random);
  std::vector<std::pair<double, double>> means;
  double mean = 0;
  double square = 0;
  for (std::int64_t run = 0; run < runs; ++run) {
    producer.restart();
    for (std::int64_t t = 0; t < operations; ++t) producer.operate();
    double squares = 0;
    for (const double load : producer.loads()) squares += load * load;
    squares -= producer.first() * producer.first();
    means.emplace_back(producer.other(), squares / static_cast<double>(setting.n - 1));
    mean += means.back().first;
    square += means.back().second;
  }
  const auto count = static_cast<double>(runs);
  mean /= count;
  square /= count;
  const double ratio = square / (mean * mean);
  double spread = 0;
  for (const auto& [load, load_square] : means) {
    const double off = (load_square - square) / (mean * mean) - 2 * ratio * (load - mean) / mean;
    spread += off * off;
  }
  return {ratio, std::sqrt(spread / (count * (count - 1)))};
}

}  // namespace isobar
