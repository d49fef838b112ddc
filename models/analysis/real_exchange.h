// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// Generalised dimension exchange as its theory has it, with real numbers as loads: λ(L_i − L_j)
/// goes over the links of one colour after the other (Xu and Lau). λ = 1/2 is dimension exchange. A
/// step is one round of all colours.
class RealExchange {
 public:
  RealExchange(const Fabric& fabric, std::vector<double> loads, double lambda);

  void step();
  const std::vector<double>& loads() const { return loads_; }
  std::size_t colours() const { return colours_.size(); }

 private:
  std::vector<double> loads_;
  double lambda_;
  std::vector<std::vector<std::pair<Node, Node>>> colours_;
};

}  // namespace isobar
