// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/schemes/message_driven/giving_agent.h"

namespace isobar {

/// Asynchronous diffusion (Bertsekas and Tsitsiklis, Parallel and Distributed Computation, Section
/// 7.4; Henrich, Section 2.1): whenever it hears of a load or its own becomes another, a PE gives
/// each lighter neighbour α of the difference as it knows it, rounded down, but to the lightest at
/// least one task where two are between them; and nobody more than it keeps (keep_order). For real
/// loads this converges if the delay of words and transfers is bounded.
class DiffusionAsyncAgent final : public GivingAgent {
 public:
  DiffusionAsyncAgent(const UpdateRule& update, const Rational& alpha,
                      std::optional<double> overhead)
      : GivingAgent(update, true), alpha_(alpha), overhead_(overhead) {}

 protected:
  bool acts_on(Load /*told*/) const override { return true; }
  bool acts_on_own() const override { return true; }
  std::vector<Load> shares(Load own) const override;

 private:
  Rational alpha_;
  std::optional<double> overhead_;
};

}  // namespace isobar
