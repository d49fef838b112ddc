// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/schemes/contract/pair_halving.h"
#include "models/schemes/parts/pair_exchange.h"

namespace isobar {

/// Dimension exchange (Henrich, Section 2.2; Cybenko 1989): pairs of neighbours average their
/// loads, one dimension after the other, and within a dimension one colour after the other. The
/// fuller PE keeps the ceiling, so nothing moves below a difference of 2. On a hypercube one step
/// leaves max − min ≤ D.
class DimensionExchange final : public PairExchange, public PairHalving {
 public:
  DimensionExchange(const Fabric& fabric, std::int64_t load_bits, const EndCapacities& ends = {});

  bool halves_pairs() const override { return !weighted(); }

 private:
  Load share(Load more) const override { return more / 2; }
};

}  // namespace isobar
