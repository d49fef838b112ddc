// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/schemes/message_driven/asking_agent.h"
#include "models/types.h"

namespace isobar {

/// α-splitting (Kumar and Rao; Henrich, Section 2.1): an idle PE demands work from its predecessor,
/// which gives it the part 1 − α of its load, rounded down. In more dimensions it asks its
/// predecessors in turn; with two ways all its neighbours.
class AlphaSplittingAgent final : public AskingAgent {
 public:
  AlphaSplittingAgent(const Rational& alpha, bool both_ways, const ExponentialBackoff& retry)
      : AskingAgent(retry, 1), given_(1 - alpha), both_ways_(both_ways) {}

 protected:
  void begin(AgentPe& pe) override;
  Node next(AgentPe& pe) override;
  Load gives(Load more) const override;

 private:
  Rational given_;
  bool both_ways_;
  std::vector<Node> asked_;
  std::size_t turn_ = 0;
};

}  // namespace isobar
