// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "models/schemes/message_driven/neighbour_loads.h"

namespace isobar {

/// What the sender-initiated diffusion schemes have in common: an agent that tells its neighbours
/// its load, hears theirs, and gives to those below it.
class GivingAgent : public Agent {
 public:
  void start(AgentPe& pe) override;
  void word(AgentPe& pe, Node from, const AgentWord& word) override;
  void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) override;
  void load_changed(AgentPe& pe) override;
  void timer(AgentPe& pe) override;

 protected:
  /// `estimates`: a neighbour is taken to have what it said and what was given to it since.
  GivingAgent(const UpdateRule& rule, bool estimates, DomainCapacities capacities = {})
      : domain_(rule, 0, std::move(capacities)), estimates_(estimates) {}

  const NeighbourLoads& domain() const { return domain_; }
  /// Called at the start, with the tasks that the PE then has.
  virtual void begin(Load /*initial*/) {}
  /// Whether to look for what can be given: after a neighbour told its load; after the PE's own
  /// load became another.
  virtual bool acts_on(Load told) const = 0;
  virtual bool acts_on_own() const = 0;
  /// Tasks that each neighbour gets, by neighbour; together at most `own`.
  virtual std::vector<Load> shares(Load own) const = 0;

 private:
  void give(AgentPe& pe);

  NeighbourLoads domain_;
  bool estimates_;
};

/// Makes shares such that nobody gets more than is left to the giver (Bertsekas and Tsitsiklis,
/// assumption of Section 7.4: own − Σ shares ≥ load + share, for each that gets any). If then none
/// is left, but a neighbour has two less or fewer, the lightest gets one.
void keep_order(Load own, const std::vector<Load>& loads, std::vector<Load>& shares);

}  // namespace isobar
