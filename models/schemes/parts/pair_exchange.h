// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/edge_colouring.h"
#include "models/schemes/contract/synchronous.h"
#include "models/schemes/parts/capacities.h"

namespace isobar {

/// Base of dimension exchange and its generalisation. They have a phase a colour, in which the
/// two PEs of every link of this colour tell each other their loads, and the fuller gives a share
/// of the difference; weighted, the one with the higher utilization gives
/// 2λ(C_j·L_i − C_i·L_j)/(C_i + C_j). A step is one round of all colours.
class PairExchange : public SynchronousScheme {
 public:
  const std::vector<Phase>& phases() const final { return phases_; }
  void announce(std::size_t phase, const PeView& self, Words& out) const final;
  void decide(std::size_t phase, const PeView& self, Orders& out) const final;
  bool expects(std::size_t phase, Node node, unsigned port) const final {
    return colouring_.port(phase, node) == port;
  }
  /// Without weights the one that gets has no more afterwards than the one that gives had.
  bool never_deepens() const final { return !ends_.weighted(); }
  /// Whether pairs share by capacities.
  bool weighted() const { return ends_.weighted(); }

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
