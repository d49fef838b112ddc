// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/schemes/parts/pair_exchange.h"
#include "models/types.h"

namespace isobar {

/// Generalised dimension exchange (Xu and Lau; Watts, Rieffel and Taylor 1998, Load transfer
/// calculation): over the links of one colour after the other goes λ(L_i − L_j), truncated, from
/// the fuller to the other. λ = 1/2 is dimension exchange. With λ < 1 every transfer lowers ΣL²,
/// so that the tasks come to rest.
class GeneralisedDimensionExchange final : public PairExchange {
 public:
  GeneralisedDimensionExchange(const Fabric& fabric, std::int64_t load_bits, Cycle decision,
                               const Rational& lambda, EndCapacities ends = {});

  using PairExchange::lambda;

 private:
  Load share(Load more) const override;
};

/// The λ of fastest convergence (Xu and Lau): 1/(1 + sin(2π/K)) on a ring of even K,
/// 1/(1 + sin(π/K)) on an open line, 1/2 at radix 2; the largest of these on a product. On rings
/// of odd K, where no closed form is known, the same as for even K, but 1/2 for K = 3.
double optimal_lambda(const Fabric& fabric);

}  // namespace isobar
