// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/schemes/parts/capacities.h"
#include "models/schemes/parts/neighbour_scheme.h"
#include "models/types.h"
#include "models/wide.h"

namespace isobar {

/// First-order diffusion of whole tasks (Henrich, eq. 1 and 2; Cybenko 1989): over every link goes
/// α times the difference of the two loads, truncated. What it gives more than a PE holds is cut.
/// Weighted, 2α(C_j·L_i − C_i·L_j)/(C_i + C_j) (Watts, Rieffel and Taylor 1998, Figure 1).
class Diffusion final : public NeighbourScheme {
 public:
  Diffusion(const Fabric& fabric, std::int64_t load_bits, Cycle decision, const Rational& alpha,
            EndCapacities ends = {});

  const Rational& alpha() const { return alpha_; }
  void decide(std::size_t phase, const PeView& self, Orders& out) const override;

 private:
  Rational alpha_;
  EndCapacities ends_;
};

/// Second-order diffusion of whole tasks (Muthukrishnan, Ghosh and Schultz 1998): over every link
/// goes β − 1 times what went last, and β·α times the difference of the two loads, truncated. Each
/// end of a link remembers the same number, negative at the one that gets, in a register that
/// saturates at the largest load. What was asked for is remembered, also where a PE held less. The
/// first step is one of first order. Weighted, the difference is 2(C_j·L_i − C_i·L_j)/(C_i + C_j).
class Diffusion2 final : public NeighbourScheme {
 public:
  /// Throws ValueError where a product of the weighted form could have more than 126 bits.
  Diffusion2(const Fabric& fabric, std::int64_t load_bits, Cycle decision, const Rational& alpha,
             const Rational& beta, EndCapacities ends = {});

  const Rational& alpha() const { return alpha_; }
  const Rational& beta() const { return beta_; }
  std::size_t registers() const override { return ports(); }
  void decide(std::size_t phase, const PeView& self, Orders& out) const override;
  bool in_order() const override { return false; }
  std::size_t next(std::size_t /*phase*/, const PeView& /*self*/) const override { return 1; }

 private:
  /// What is due over a link, truncated, of which `flow` went last; less than 0 comes.
  Wide plain_flow(std::size_t phase, Load more, Load flow) const;
  Wide weighted_flow(std::size_t phase, const PeView& self, unsigned port) const;

  Rational alpha_;
  Rational beta_;
  std::int64_t kept_;   ///< (β − 1)·parts
  std::int64_t share_;  ///< β·α·parts
  std::int64_t parts_;
  Load most_;  ///< that a flow register holds
  EndCapacities ends_;
};

}  // namespace isobar
