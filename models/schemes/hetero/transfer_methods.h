// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "models/fabric/pe_colouring.h"
#include "models/schemes/hetero/iterated_transfers.h"

namespace isobar {

enum class TransferMethod : std::uint8_t { hierarchical, exchange, diffusion };

/// What a transfer calculation is given. `check` throws ValueError, with what is allowed.
struct TransferSetting {
  TransferMethod method = TransferMethod::diffusion;
  IterationEnd end;             ///< 0 < eff_min < 1, max_sweeps ≥ 1; `hierarchical` has none
  std::optional<double> alpha;  ///< 0 < α < 1; for `diffusion`; none: 1 − eff_min
  double lambda = 1;            ///< for `exchange`, 0 < λ < 2

  void check() const;
};

/// Transfer calculations of one fabric: the wired constants once, and each PE's part.
class TransferCalculations {
 public:
  /// Throws ValueError as `setting.check` does.
  TransferCalculations(const Fabric& fabric, const TransferSetting& setting);

  Node pes() const { return neighbours_.pes(); }
  const PeNeighbours& neighbours() const { return neighbours_; }
  const PeTree& tree() const { return tree_; }
  std::unique_ptr<TransferCalculation> of(Node pe) const;

 private:
  TransferSetting setting_;
  PeNeighbours neighbours_;
  PeTree tree_;
  std::optional<PeColouring> colouring_;  ///< for `exchange`
};

}  // namespace isobar
