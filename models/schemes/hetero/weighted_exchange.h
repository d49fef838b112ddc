// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/schemes/hetero/iterated_transfers.h"
#include "models/schemes/hetero/mailbox.h"

namespace isobar {

/// Heterogeneous generalised dimension exchange (Watts, Rieffel and Taylor 1998, Load transfer
/// calculation): colour by colour the two PEs of a pair tell each other their loads and move
/// λ(C_j·L_i − C_i·L_j)/(C_i + C_j). A test after each sweep of all colours. λ = 1 makes the
/// utilizations of the two equal; for 0 < λ < 2 Σ C(U − mean)² never rises.
///
/// What adds up over the sweeps may run in a circle (PE 1 to 2 to 3 to 1), so that no order of
/// giving need be feasible: a PE gives at most what it then has.
class WeightedExchange final : public IteratedTransfers {
 public:
  /// `partners`: by colour (PeColouring); 0 < `lambda` < 2.
  WeightedExchange(Node pes, std::vector<std::optional<Node>> partners, const TreePlace& place,
                   const IterationEnd& end, double lambda);

  const std::vector<Kind>& kinds() const override;

 private:
  static constexpr std::size_t load_kind = first_own_kind;

  void iterate(Messages& out) override;
  void listen(Node from, std::size_t kind, double first, double second, Messages& out) override;
  void offer(Messages& out);
  void advance(Messages& out);

  std::vector<std::optional<Node>> partners_;
  double lambda_;
  std::map<Node, double> capacities_;
  Mailbox<double> heard_;
  std::size_t colour_ = 0;
  bool sweeping_ = false;  ///< its load went to the partner of `colour_`, whose it awaits
};

}  // namespace isobar
