// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/apportion.h"

#include <algorithm>
#include <numeric>

#include "models/wide.h"

namespace isobar {
namespace {

/// `over`/`under` ≥ 0 as a whole number; running sums round down.
Load rounded(Wide over, Wide under, Rounding rounding) {
  switch (rounding) {
    case Rounding::up:
      return static_cast<Load>((over + under - 1) / under);
    case Rounding::nearest:
      return static_cast<Load>((2 * over + under) / (2 * under));
    case Rounding::sums:
    case Rounding::down:
    case Rounding::raised:
      break;
  }
  return static_cast<Load>(over / under);
}

}  // namespace

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

std::vector<Load> apportion(Load amount, Load parts, const std::vector<Load>& weights,
                            Rounding rounding, Load least) {
  if (rounding == Rounding::sums) return apportion(amount / parts, weights);
  const Load sum = std::accumulate(weights.begin(), weights.end(), Load{0});
  std::vector<Load> shares(weights.size(), 0);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] == 0) continue;
    shares[k] = rounded(Wide{amount} * weights[k], Wide{sum} * parts, rounding);
    if (rounding == Rounding::raised) shares[k] = std::max(shares[k], least);
  }
  return shares;
}

ParameterOf<Rounding> round_parameter() {
  return parameter(
             "round",
             "shares in whole tasks: by running sums, which add up to what is shared; or each "
             "down, up, to the nearest, or down but raised to delta_min")
      .one_of<Rounding>({{"sums", Rounding::sums},
                         {"down", Rounding::down},
                         {"up", Rounding::up},
                         {"nearest", Rounding::nearest},
                         {"raised", Rounding::raised}},
                        Rounding::sums);
}

}  // namespace isobar
