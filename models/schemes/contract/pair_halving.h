// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

/// A synchronous scheme that may be dimension exchange and nothing else: a phase for each colour of
/// the fabric's links, in order, in which the two PEs of each link tell each other their loads and
/// the fuller one gives half of what it has more, rounded down. Who builds or costs dimension
/// exchange by other means (RTL, synthesis) asks this; the scheme promises that they come to the
/// same.
class PairHalving {
 public:
  virtual ~PairHalving() = default;
  /// Whether it is dimension exchange.
  virtual bool halves_pairs() const = 0;

 protected:
  PairHalving() = default;
  PairHalving(const PairHalving&) = default;
  PairHalving& operator=(const PairHalving&) = default;
};

/// Whether `scheme` is dimension exchange.
template <class Scheme>
bool halves_pairs(const Scheme* scheme) {
  const auto* halving = dynamic_cast<const PairHalving*>(scheme);
  return halving != nullptr && halving->halves_pairs();
}

}  // namespace isobar
