// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/schemes/message_driven/asking_agent.h"
#include "models/workloads/random.h"

namespace isobar {

/// Work stealing: a PE without waiting tasks asks a victim, drawn at random among all others or
/// the next one in the order of their numbers, for half of its tasks, or one.
class StealAgent final : public AskingAgent {
 public:
  StealAgent(bool by_number, bool half, const ExponentialBackoff& retry, const Random& random)
      : AskingAgent(retry, 1), by_number_(by_number), half_(half), random_(random) {}

 protected:
  void begin(AgentPe& pe) override { victim_ = pe.node(); }
  Node next(AgentPe& pe) override;
  Load gives(Load more) const override;

 private:
  bool by_number_;
  bool half_;
  Random random_;
  Node victim_ = 0;  ///< the last one, by number
};

/// A PE other than `node`, all equally likely; `node` itself if there is no other.
Node random_other(Random& random, Node nodes, Node node);

}  // namespace isobar
