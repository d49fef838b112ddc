// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/transfer_methods.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "models/schemes/hetero/hierarchical_transfers.h"
#include "models/schemes/hetero/implicit_diffusion.h"
#include "models/schemes/hetero/weighted_exchange.h"

namespace isobar {
namespace {

void require_between(const char* name, double value, double lo, double hi) {
  if (value > lo && value < hi) return;
  throw ValueError(fmt::format("{} = {} must be above {} and below {}", name, value, lo, hi));
}

}  // namespace

void TransferSetting::check() const {
  require_between("eff_min", end.eff_min, 0, 1);
  require_between("alpha", alpha.value_or(1 - end.eff_min), 0, 1);
  require_between("lambda", lambda, 0, 2);
  if (end.max_sweeps < 1) {
    throw ValueError(fmt::format("max_sweeps = {} must be at least 1", end.max_sweeps));
  }
}

TransferCalculations::TransferCalculations(const Fabric& fabric, const TransferSetting& setting)
    : setting_(setting), neighbours_(fabric), tree_(neighbours_) {
  setting_.check();
  if (setting_.method == TransferMethod::exchange) colouring_.emplace(fabric, neighbours_);
}

std::unique_ptr<TransferCalculation> TransferCalculations::of(Node pe) const {
  switch (setting_.method) {
    case TransferMethod::hierarchical:
      return std::make_unique<HierarchicalTransfers>(pes(), pe);
    case TransferMethod::exchange:
      return std::make_unique<WeightedExchange>(pes(), colouring_->partners(pe), tree_.place(pe),
                                                setting_.end, setting_.lambda);
    case TransferMethod::diffusion:
      break;
  }
  return std::make_unique<ImplicitDiffusion>(pes(), neighbours_.of(pe), tree_.place(pe),
                                             setting_.end,
                                             setting_.alpha.value_or(1 - setting_.end.eff_min));
}

}  // namespace isobar
