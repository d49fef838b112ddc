// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/parameter.h"
#include "models/types.h"
#include "models/wide.h"

namespace isobar {

struct SchemeSetting;

/// The parameter `weighted`: a scheme balances utilizations U_i = L_i/C_i instead of loads (Watts,
/// Rieffel and Taylor 1998, Heterogeneous methodology), with the rated speeds as capacities C_i.
ParameterOf<bool> weighted_parameter();
bool is_weighted(const SchemeSetting& setting);

/// Bits of the largest capacity that a PE's arithmetic takes.
inline constexpr int most_capacity_bits = 40;

/// The smallest whole numbers ≥ 1 in the proportion of the speeds: 1 each where all are alike.
/// Throws ValueError where one would have more than `most_capacity_bits`.
std::vector<std::int64_t> capacities(const std::vector<Rational>& speeds);

/// The capacities at both ends of every link, which are wired constants of the PEs there: a PE
/// knows its own and its neighbours', and no other.
class EndCapacities {
 public:
  /// No capacities: the scheme is not weighted.
  EndCapacities() = default;
  /// The capacities that `setting` gives, if it is weighted. Throws ValueError as `capacities`.
  explicit EndCapacities(const SchemeSetting& setting);

  bool weighted() const { return largest_ > 0; }
  bool differ() const { return largest_ > 1; }
  std::int64_t largest() const { return largest_; }

  /// C_i + C_j of the PE and the PE at the other end.
  std::int64_t sum(Node node, unsigned port) const;
  /// C_j·L_i − C_i·L_j, which has the sign of U_i − U_j and fits into 103 bits.
  Wide difference(Node node, unsigned port, Load own, Load other) const;
  /// Whole tasks that go over the link: 2·`factor`·(C_j·L_i − C_i·L_j)/(C_i + C_j), truncated;
  /// `factor`·(L_i − L_j) at equal capacities. `factor` < 1 has 20 bits.
  Load share(const Rational& factor, Node node, unsigned port, Load own, Load other) const;

 private:
  std::size_t slot(Node node, unsigned port) const { return std::size_t{node} * degree_ + port; }

  std::size_t degree_ = 0;
  std::int64_t largest_ = 0;
  std::vector<std::int64_t> own_;     ///< by node
  std::vector<std::int64_t> beyond_;  ///< by link slot; 1 where there is no link
};

/// The capacities of a PE and its neighbours, wired constants of its agent.
struct DomainCapacities {
  std::int64_t own = 1;
  std::vector<std::int64_t> others{};  ///< by neighbour (neighbours_of); empty: 1 each
};

/// Makes the capacities of each PE; all 1 if `setting` is not weighted. Throws ValueError as
/// `capacities`.
std::function<DomainCapacities(Node)> domain_capacities(const SchemeSetting& setting);

/// Cycles that bit-serial arithmetic takes for C_j·L_i and C_i·L_j, one after the other.
Cycle weighing_cycles(const EndCapacities& ends);
/// The cycles of the weighted share, as `serial_cycles` counts them: both products come before, and
/// their difference is also divided by the sum of two capacities.
Cycle weighted_cycles(const EndCapacities& ends, std::int64_t numerator, std::int64_t denominator,
                      std::int64_t quotient_bits);

}  // namespace isobar
