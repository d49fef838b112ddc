// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/gde.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/fraction.h"
#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/decision_time.h"
#include "models/wide.h"

namespace isobar {
GeneralisedDimensionExchange::GeneralisedDimensionExchange(const Fabric& fabric,
                                                           std::int64_t load_bits, Cycle decision,
                                                           const Rational& lambda,
                                                           EndCapacities ends)
    : PairExchange(fabric, load_bits, decision, lambda, std::move(ends)) {}

Load GeneralisedDimensionExchange::share(Load more) const {
  return static_cast<Load>(Wide{more} * lambda().numerator() / lambda().denominator());
}

double optimal_lambda(const Fabric& fabric) {
  const double pi = std::acos(-1.0);
  double lambda = 0.5;
  for (const auto radix : fabric.radices()) {
    const bool ring = fabric.closed() && radix > 2;
    if (radix < 3 || (ring && radix == 3)) continue;
    lambda = std::max(lambda, 1 / (1 + std::sin((ring ? 2 : 1) * pi / radix)));
  }
  return lambda;
}

namespace {

const auto lambda_parameter =
    parameter("lambda",
              "share of a pair's difference that is moved; 1/2: de; 0: the best for the fabric")
        .range(0, 1 - 1.0 / max_denominator)
        .fraction(0);

Rational lambda_for(const SchemeSetting& setting) {
  const auto& given = setting.parameters.get(lambda_parameter);
  if (given > 0) return given;
  // On rings of millions the best is so near to 1 that it would be rounded to it.
  return std::min(nearest_fraction(optimal_lambda(setting.fabric)),
                  Rational(max_denominator - 1, max_denominator));
}

std::unique_ptr<SynchronousScheme> make(const SchemeSetting& setting) {
  const auto lambda = lambda_for(setting);
  EndCapacities ends(setting);
  const auto serial =
      weighted_cycles(ends, lambda.numerator(), lambda.denominator(), setting.load_bits);
  return std::make_unique<GeneralisedDimensionExchange>(
      setting.fabric, setting.load_bits, decision_cycles(setting, serial), lambda, std::move(ends));
}

const RegisterScheme registered(
    {"gde",
     "generalised dimension exchange: pairs of neighbours shift lambda times their difference",
     "Xu and Lau 1992; Watts, Rieffel and Taylor 1998, Load transfer calculation",
     {lambda_parameter, weighted_parameter(), decision_parameter()},
     needs_dimensions,
     make},
    "GDE",
    "a pair moves `lambda` of its difference, in whole tasks; a greater `lambda` moves smaller "
    "differences");

}  // namespace
}  // namespace isobar
