// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/analysis/producer_setting.h"

namespace isobar {

/// √(E(l²) − E(l)²) / E(l) (Lüling and Monien, Section 5). What is below 1e-7 is rounding, and
/// given as 0.
double variation_density(double mean, double mean_square);

/// Section 5's recursion over computation graphs. Node s is what processor 1 holds after its s-th
/// single candidate, v_s = bow·v_i + forward·v_(s−1): i is the node at which that candidate was
/// drawn last, 0 if never, v_0 = 1. A balancing operation is δ nodes; the forward edge to its first
/// has f/(δ+1), to the others 1, a bow edge 1/(δ+1). For δ = 1 this is the algorithm; for δ > 1 it
/// is the relaxed one, in which a candidate keeps the node that drew it, so that load is lost
/// (docs/lueling_monien_analysis.md). All averages are over all computations, in O(nodes²·n).
class ComputationGraphs {
 public:
  /// Every processor starts with load 1. Throws ValueError if `require` refuses the setting, if
  /// `operations` is below 0, and if there are so many that an expected square is beyond 10^308.
  ComputationGraphs(const ProducerSetting& setting, std::int64_t operations);

  /// What holds on average for a set of computations of one number of nodes.
  struct Average {
    double share;   ///< of all (n−1)^s computations: C(n−1, u)·n(s, u) / (n−1)^s
    double mean;    ///< E(v_{s,u})
    double square;  ///< E(v²_{s,u})
  };
  /// The average over the computations of `nodes` nodes that use exactly u ≤ n − 1 processors.
  /// Returns nothing if there are none, or so few that their share underflows.
  std::optional<Average> exactly(std::int64_t nodes, std::int64_t u) const;
  /// The average over all computations of `nodes` nodes.
  Average all(std::int64_t nodes) const;

  /// E(li) and VD(li), i > 1, after so many balancing operations.
  double other(std::int64_t operations) const;
  double variation_density(std::int64_t operations) const;

 private:
  /// One number for each number u of processors used, a sum over computations divided by their
  /// number, (n−1)^s.
  using Sums = std::vector<double>;
  struct Node {
    Sums share;           ///< sums of 1
    Sums value;           ///< sums of v_s
    Sums square;          ///< sums of v_s²
    double other;         ///< E(li)
    double other_square;  ///< E(li²)
  };
  struct Bow;

  Sums step(const Sums& before, double barred) const;
  void add_new(Sums& to, double weight, const Sums& before) const;
  void append(double forward, double bow, std::vector<Bow>& bows);
  const Node& after(std::int64_t operations) const;

  double candidates_;
  std::int64_t delta_;
  std::vector<Node> nodes_;
};

}  // namespace isobar
