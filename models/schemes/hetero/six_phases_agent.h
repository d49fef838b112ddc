// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "models/schemes/agent.h"
#include "models/schemes/hetero/directory.h"
#include "models/schemes/hetero/load_measurement.h"
#include "models/schemes/hetero/selection.h"
#include "models/schemes/hetero/transfer_calculation.h"
#include "models/schemes/hetero/tree_reduction.h"
#include "models/schemes/lasting_tasks.h"

namespace isobar {

struct SixPhasesSetting {
  Capacities capacities = Capacities::measured;
  double eff_min = 0.9;
  std::int64_t every = 1;       ///< iterations from one look at the balance to the next
  std::int64_t rounds = 0;      ///< balancings at most; 0: any number
  std::int64_t selections = 8;  ///< repetitions of the task selection in a balancing, at most
  bool weighs = false;          ///< what a balancing costs against what it gains
  Selection (*select)(const std::vector<MovableTask>&, double,
                      const SelectionSetting&) = select_greedy;
  SelectionSetting selection;
  bool one_more = true;  ///< a task more than ΔL, where that is nearer
  std::function<std::unique_ptr<TransferCalculation>(Node)> calculation;
  std::function<double(Node)> rating_error;  ///< factor by which the rated capacity is off
};

/// The six phases of Watts, Rieffel and Taylor (1998) in one PE, between the iterations of an
/// application whose tasks live on (docs/schemes/hetero.md). All PEs take the same decisions, from
/// numbers that a reduction has brought to all of them.
class SixPhasesAgent final : public Agent {
 public:
  /// `calculation`: what one of its kind says.
  static std::vector<WordKind> kinds(const std::vector<TransferCalculation::Kind>& calculation);
  /// Which selection a task on its way belongs to: this one or the next.
  static constexpr std::int64_t note_bits = 1;

  SixPhasesAgent(const SixPhasesSetting& setting, const TreePlace& place, Node node);

  void start(AgentPe& pe) override;
  void word(AgentPe& pe, Node from, const AgentWord& word) override;
  void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) override;
  void load_changed(AgentPe& pe) override;
  void timer(AgentPe& pe) override;
  SchemeFigures figures() const override;

 private:
  enum class State : std::uint8_t { working, measuring, calculating, selecting, agreeing };
  enum Kind : std::size_t { data, room, coming, tie_at, moved, noted, first_number };
  /// What a partner said of the tasks that it sends in a selection.
  struct Coming {
    Load tasks;
    double load;
  };
  struct Chosen {
    Node to;
    std::vector<const TaskCard*> tasks;
  };

  // An iteration.
  void begin_iteration(AgentPe& pe);
  void allow(AgentPe& pe);
  void finish_work(AgentPe& pe);
  void measure(AgentPe& pe);
  void decide(AgentPe& pe);
  bool is_profitable(const TreeReduction::Pair& progress, const TreeReduction::Pair& needs) const;

  // A balancing.
  void begin_balancing(AgentPe& pe);
  void calculate(AgentPe& pe, const TransferCalculation::Messages& messages);
  void begin_selection(AgentPe& pe);
  void select(AgentPe& pe);
  std::vector<Chosen> choose();
  Selection select_for(Node partner, double amount, std::int64_t room,
                       const std::vector<const TaskCard*>& cards) const;
  void migrate(AgentPe& pe, const std::vector<Chosen>& chosen);
  void tell_ties(AgentPe& pe, const TaskCard& card, Node to);
  void hear_moved(AgentPe& pe, const AgentWord& word);
  void agree(AgentPe& pe);
  void end_selection(AgentPe& pe);

  void hear_number(AgentPe& pe, Node from, const AgentWord& word);
  static void send(AgentPe& pe, const TransferCalculation::Messages& messages, std::size_t first);

  SixPhasesSetting setting_;
  Node pes_ = 1;
  Directory directory_;
  bool is_root_;
  TreeReduction progress_;  ///< ΣU and max U
  TreeReduction needs_;     ///< most bytes too many, longest balancing so far
  TreeReduction selected_;  ///< tasks moved
  std::unique_ptr<TransferCalculation> calculation_;
  LastingTasks* lasting_ = nullptr;
  std::optional<LoadMeasurement> load_;
  State state_ = State::working;

  // The iteration.
  std::int64_t iteration_ = 0;
  Load held_ = 0;         ///< tasks that it works on
  Load created_ = 0;      ///< as counted when it began
  Cycle worked_ = 0;      ///< likewise
  bool allowed_ = false;  ///< the executor is at work
  std::size_t data_expected_ = 0;
  std::size_t data_heard_ = 0;
  std::optional<TreeReduction::Pair> all_progress_;
  TreeReduction::Pair progress_then_;  ///< by which it was decided last
  std::optional<TreeReduction::Pair> all_needs_;

  // The balancing.
  std::int64_t balancings_ = 0;
  Cycle began_ = 0;
  Cycle longest_ = 0;
  std::int64_t selection_ = 0;                  ///< of this balancing
  std::int64_t selections_ = 0;                 ///< in all, the same in all PEs
  double moved_by_all_ = 0;                     ///< tasks, in this balancing
  std::optional<TreeReduction::Pair> in_vain_;  ///< what was so when a balancing moved nothing
  std::map<Node, double> residual_;             ///< ΔL yet to be moved
  std::vector<Node> givers_;                    ///< to this PE, in this selection
  bool has_selected_ = false;
  std::map<Node, std::deque<std::int64_t>> rooms_;  ///< as told, by selection
  std::map<Node, std::deque<Coming>> comings_;
  std::set<TaskNumber> arrived_[2];        ///< in this selection and the next, by its number mod 2
  std::size_t ties_expected_[2] = {0, 0};  ///< of those tasks: words that say where others are
  std::size_t ties_heard_ = 0;             ///< in this selection: nobody is in the next one yet
  /// News for tasks that are not here yet: it came another way than they do.
  std::map<TaskNumber, std::vector<AgentWord>> early_;
  std::size_t acknowledgements_ = 0;  ///< that are yet to come
  Load moved_ = 0;                    ///< in this selection

  // What it has counted.
  std::int64_t tasks_moved_ = 0;
  std::int64_t bytes_moved_ = 0;
  std::int64_t off_pe_bytes_ = 0;
  std::int64_t off_pe_first_ = 0;  ///< to be sent in the first iteration
  std::int64_t off_pe_last_ = 0;   ///< in the last that has begun
  std::int64_t forwarded_ = 0;
  std::int64_t bytes_over_ = 0;  ///< its memory, most in an iteration
};

}  // namespace isobar
