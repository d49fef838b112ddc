// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// The Euclidean distance of loads from their mean.
double distance_from_mean(const std::vector<double>& loads);

/// Diffusion as its theory has it, with real numbers as loads (Henrich, eq. 1 and 2). It is of
/// first order for β = 1 and of second order otherwise; the first step is always one of first
/// order.
class RealDiffusion {
 public:
  RealDiffusion(const Fabric& fabric, std::vector<double> loads, double alpha, double beta = 1);

  void step();
  const std::vector<double>& loads() const { return loads_; }

 private:
  struct Pair {
    Node a;
    Node b;
    double flow;  ///< from a to b in the last step
  };

  std::vector<double> loads_;
  double alpha_;
  double beta_;
  bool first_ = true;
  std::vector<Pair> pairs_;
};

}  // namespace isobar
