// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "models/schemes/message_driven/asking_agent.h"
#include "models/workloads/random.h"

namespace isobar {

/// The sender policy of Eager, Lazowska and Zahorjan (as in Willebeek-LeMair and Reeves, Section
/// IV.A): a PE to which a task comes while more than T are there probes PEs at random, one after
/// the other, for one that one task more would not put above T, and gives it the task; after so
/// many probes in vain it keeps it.
class EagerSenderAgent final : public Agent {
 public:
  static constexpr std::size_t probe_word = 0;
  static constexpr std::size_t answer_word = 1;    ///< whether it takes one
  static constexpr std::size_t withdraw_word = 2;  ///< the task that was to come is gone

  EagerSenderAgent(Load threshold, std::int64_t probes, SmallRandom random)
      : threshold_(threshold), probes_(probes), random_(std::move(random)) {}

  void start(AgentPe& pe) override;
  void word(AgentPe& pe, Node from, const AgentWord& word) override;
  void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) override;
  void load_changed(AgentPe& pe) override;

 private:
  static Load total(const AgentPe& pe) { return pe.load() + pe.working(); }
  void probe(AgentPe& pe);

  Load threshold_;
  std::int64_t probes_;
  SmallRandom random_;
  Load seen_ = 0;          ///< its load when it was last looked at
  bool probing_ = false;   ///< a probe was not answered yet
  std::int64_t vain_ = 0;  ///< probes in vain for the task at hand
  Load coming_ = 0;        ///< tasks that it said it takes
};

/// The receiver policy: a PE with fewer than T waiting tasks probes PEs at random for one that has
/// more than T tasks, and gets one of them; after so many probes in vain it waits.
class EagerReceiverAgent final : public AskingAgent {
 public:
  EagerReceiverAgent(Load threshold, std::int64_t probes, const ExponentialBackoff& retry,
                     SmallRandom random)
      : AskingAgent(retry, probes), threshold_(threshold), random_(std::move(random)) {}

 protected:
  bool lacks(Load load) const override { return load < threshold_; }
  Node next(AgentPe& pe) override;
  Load gives(Load more) const override { return more > threshold_ ? 1 : 0; }

 private:
  Load threshold_;
  SmallRandom random_;
};

}  // namespace isobar
