// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/apportion.h"

#include "models/wide.h"

namespace isobar {
Load scaled(Load value, Load over, Load under) {
  return static_cast<Load>(Wide{value} * over / under);
}

Load scaled_up(Load value, Load over, Load under) {
  return static_cast<Load>((Wide{value} * over + under - 1) / under);
}

std::vector<Load> apportion(Load amount, const std::vector<Load>& weights) {
  std::vector<Load> parts(weights.size(), 0);
  Load sum = 0;
  for (const Load weight : weights) sum += weight;
  if (sum == 0) return parts;
  Load running = 0;
  Load given = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    running += weights[k];
    const Load due = scaled(amount, running, sum);
    parts[k] = due - given;
    given = due;
  }
  return parts;
}

}  // namespace isobar
