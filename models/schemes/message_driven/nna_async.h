// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/schemes/message_driven/giving_agent.h"

namespace isobar {

/// Asynchronous nearest-neighbour averaging (Henrich, Section 2.3, eq. 4): whenever it hears of a
/// load or its own becomes another, a PE above the mean of its neighbourhood gives what it has more
/// to those below the mean, as much to each as it lacks. Exact fractions; the excess is rounded up,
/// and nobody gets more than the giver keeps (keep_order).
class NnaAsyncAgent final : public GivingAgent {
 public:
  NnaAsyncAgent(const UpdateRule& update, std::optional<double> overhead)
      : GivingAgent(update, true), overhead_(overhead) {}

 protected:
  bool acts_on(Load /*told*/) const override { return true; }
  bool acts_on_own() const override { return true; }
  std::vector<Load> shares(Load own) const override;

 private:
  std::optional<double> overhead_;
};

}  // namespace isobar
