// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "models/schemes/message_driven/asking_agent.h"
#include "models/schemes/message_driven/victims.h"

namespace isobar {

/// Work stealing: a PE without waiting tasks asks a victim for half of its tasks, or one.
class StealAgent final : public AskingAgent {
 public:
  StealAgent(std::unique_ptr<Victims> victims, bool half, const ExponentialBackoff& retry)
      : AskingAgent(retry, 1), victims_(std::move(victims)), half_(half) {}

 protected:
  Node next(AgentPe& pe) override { return victims_->next(pe); }
  Load gives(Load more) const override;

 private:
  std::unique_ptr<Victims> victims_;
  bool half_;
};

}  // namespace isobar
