// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "models/schemes/contract/agent.h"
#include "models/schemes/hetero/directory.h"
#include "models/schemes/hetero/resources.h"
#include "models/schemes/hetero/six_phases_granularity.h"
#include "models/schemes/hetero/six_phases_iteration.h"
#include "models/schemes/hetero/six_phases_migration.h"
#include "models/schemes/hetero/six_phases_profitability.h"
#include "models/schemes/hetero/six_phases_setting.h"
#include "models/schemes/hetero/tree_reduction.h"

namespace isobar {

/// The six phases of Watts, Rieffel and Taylor (1998) in one PE, between the iterations of an
/// application with persistent tasks (docs/schemes/hetero.md). All PEs take the same decisions,
/// from numbers that a reduction has brought to all of them. The agent passes what it hears to the
/// object of the phase, and goes on to the next phase when that one is over everywhere.
class SixPhasesAgent final : public Agent {
 public:
  /// `calculation`: what one transfer calculation of its kind says.
  static std::vector<WordKind> kinds(const std::vector<TransferCalculation::Kind>& calculation,
                                     const std::vector<Resource>& resources);

  SixPhasesAgent(SixPhasesSetting setting, const TreePlace& place, Node node);
  // Its parts refer to each other.
  SixPhasesAgent(const SixPhasesAgent&) = delete;
  SixPhasesAgent& operator=(const SixPhasesAgent&) = delete;
  ~SixPhasesAgent() override = default;

  /// Throws ModelError if the application's tasks are not persistent.
  void start(AgentPe& pe) override;
  void word(AgentPe& pe, Node from, const AgentWord& word) override;
  void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) override;
  void load_changed(AgentPe& pe) override;
  void timer(AgentPe& pe) override;
  SchemeStatistics statistics() const override;

 private:
  enum class State : std::uint8_t { iterating, calculating, selecting, judging, dividing, merging };
  using Messages = TransferCalculation::Messages;

  /// What one PE's program consists of besides its reductions; made when it starts.
  struct Program {
    Program(const SixPhasesSetting& setting, AgentPe& pe, PersistentTasks& tasks,
            Directory& directory, Resources& resources);

    PersistentTasks& tasks;
    six_phases::Iteration iteration;
    six_phases::Migration migration;
    six_phases::Granularity granularity;
  };

  void begin_iteration(AgentPe& pe);
  void end_iteration(AgentPe& pe);
  void decide(AgentPe& pe);
  void begin_balancing(AgentPe& pe);
  void calculate(AgentPe& pe);
  void begin_selection(AgentPe& pe);
  void end_selection(AgentPe& pe);
  void begin_judging(AgentPe& pe);
  void judge(AgentPe& pe);
  void divide(AgentPe& pe, bool goes_on);
  void merge(AgentPe& pe);
  void begin_round(AgentPe& pe, State what);
  void end_round(AgentPe& pe);
  void agree(AgentPe& pe);
  void end_balancing(AgentPe& pe);

  void contribute(AgentPe& pe, double tasks);
  void hear_number(AgentPe& pe, Node from, const AgentWord& word);
  Messages utilizations();
  static void send(AgentPe& pe, const Messages& messages);
  static void number(Messages& messages);

  SixPhasesSetting setting_;
  bool is_root_;
  Directory directory_;
  Resources resources_;
  TreeReduction needs_;  ///< most bytes too many, longest balancing so far
  /// Tasks moved in a selection, or divided or merged in a round, and PEs that have links on which
  /// the ends are yet to agree.
  TreeReduction agreed_;
  std::optional<TreeReduction::Pair> all_needs_;
  six_phases::Profitability profitability_;
  std::optional<Program> program_;
  State state_ = State::iterating;
};

}  // namespace isobar
