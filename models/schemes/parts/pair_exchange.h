// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/schemes/contract/synchronous.h"
#include "models/schemes/parts/capacities.h"

namespace isobar {

/// The links of a fabric in colours, so that no PE has two of one colour (Xu and Lau; Watts et
/// al., Load transfer calculation). Dimensions follow each other. In each, the first colour pairs
/// the coordinates 0 and 1, 2 and 3, …, the second 1 and 2, 3 and 4, …; a ring of even K closes in
/// the second, a ring of odd K needs a third for the pair of K − 1 and 0. Radix 2 has one colour.
class EdgeColouring {
 public:
  struct Colour {
    unsigned dimension;
    unsigned successor;  ///< ports
    unsigned predecessor;
    unsigned number;  ///< within its dimension, from 0
  };

  explicit EdgeColouring(const Fabric& fabric);

  const std::vector<Colour>& colours() const { return colours_; }
  /// The port of the PE's link of this colour; none if it has no such link.
  std::optional<unsigned> port(std::size_t colour, Node node) const;

 private:
  Fabric fabric_;
  std::vector<Colour> colours_;
};

/// What dimension exchange and its generalisation have in common: a phase a colour, in which the
/// two PEs of every link of this colour tell each other their loads, and the fuller gives a share
/// of the difference; weighted, the one with the higher utilization gives
/// 2λ(C_j·L_i − C_i·L_j)/(C_i + C_j). A step is one round of all colours.
class PairExchange : public SynchronousScheme {
 public:
  const std::vector<Phase>& phases() const final { return phases_; }
  void announce(std::size_t phase, const PeView& self, Words& out) const final;
  void decide(std::size_t phase, const PeView& self, Orders& out) const final;

 protected:
  PairExchange(const Fabric& fabric, std::int64_t load_bits, Cycle decision, const Rational& lambda,
               EndCapacities ends);

  const Rational& lambda() const { return lambda_; }

  /// Tasks that the fuller of two PEs gives if it has `more` > 0 than the other.
  virtual Load share(Load more) const = 0;

 private:
  EdgeColouring colouring_;
  std::int64_t load_bits_;
  Rational lambda_;
  EndCapacities ends_;
  std::vector<Phase> phases_;
};

}  // namespace isobar
