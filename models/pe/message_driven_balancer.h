// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "models/executor/balancer_program.h"
#include "models/network/packet.h"
#include "models/pe/agent_side.h"
#include "models/pe/inbox.h"
#include "models/pe/persistent_side.h"

namespace isobar {

/// The balancer of a message-driven PE, hardware or program: it takes in what came, one thing after
/// another, and lets the scheme's agent react. Whatever it takes in or sends keeps it busy for
/// `handling` cycles (docs/network.md, "At the PE").
class MessageDrivenBalancer final : public BalancerProgram {
 public:
  /// All that it is given must outlive it.
  MessageDrivenBalancer(Node node, const RunSide& run, RouterInterface* const& router,
                        PeQueue& queue, Executors& executors, Inbox& inbox, Departures& departures);

  /// Before the first cycle.
  void start();
  bool serve() override;
  bool is_pending() const override;
  std::optional<Cycle> pending_since() const override;
  Cycle busy_until() const override { return busy_until_; }
  /// When the agent's timer goes off.
  std::optional<Cycle> timer() const { return timer_.at(); }

  /// Appends the tasks of the message that it is taking in to `out`.
  void list(std::vector<Task>& out) const;
  SchemeStatistics statistics() const { return agent_->statistics(); }

 private:
  Cycle now() const { return run_.now(); }
  template <class Reaction>
  void react(Reaction reaction);
  void react_to(PacketPtr packet);
  void react_to_landing(const Packet& transfer);

  RunSide run_;
  PeQueue& queue_;
  Inbox& inbox_;
  Departures& departures_;
  AgentTimer timer_;
  WordAges ages_;
  AgentPeParts parts_;
  PersistentSide persistent_;
  AgentSide side_;
  std::unique_ptr<Agent> agent_;
  PacketPtr handled_;     ///< until busy_until_
  Cycle busy_until_ = 0;  ///< with what it takes in or sends
};

}  // namespace isobar
