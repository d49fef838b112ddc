// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "models/schemes/contract/agent.h"
#include "models/schemes/contract/persistent_tasks.h"
#include "models/schemes/hetero/directory.h"
#include "models/schemes/hetero/granularity.h"
#include "models/schemes/hetero/load_measurement.h"
#include "models/schemes/hetero/parting.h"
#include "models/schemes/hetero/resources.h"
#include "models/schemes/hetero/selection.h"
#include "models/schemes/hetero/transfer_calculation.h"
#include "models/schemes/hetero/tree_reduction.h"

namespace isobar {

struct GranularitySetting {
  Cycle least = 0;    ///< work of a part of a divided task, at least; 0: none is divided
  double fall = 0.5;  ///< factor of the threshold while the balance is inadequate
  double merge = 0;   ///< of U_avg, what merged tasks may be together; 0: none are merged
};

struct SixPhasesSetting {
  Node pes = 1;
  std::vector<Resource> resources = {Resource::time};  ///< that are balanced together
  Capacities capacities = Capacities::measured;
  double eff_min = 0.9;
  std::int64_t every = 1;       ///< iterations from one look at the balance to the next
  std::int64_t rounds = 0;      ///< balancings at most; 0: any number
  std::int64_t selections = 8;  ///< repetitions of the task selection in a balancing, at most
  bool weighs = false;          ///< what a balancing costs against what it gains
  Selection (*select)(const std::vector<MovableTask>&, double,
                      const SelectionSetting&) = select_greedy;
  SelectionSetting selection;
  bool one_more = true;   ///< a task more than ΔL, where that is nearer
  bool exchange = false;  ///< tasks for tasks, where no task alone fits
  GranularitySetting granularity;
  std::function<std::unique_ptr<TransferCalculation>(Node)> calculation;
  std::function<double(Node)> rating_error;  ///< factor by which the rated capacity is off
};

/// The six phases of Watts, Rieffel and Taylor (1998) in one PE, between the iterations of an
/// application whose tasks live on (docs/schemes/hetero.md). All PEs take the same decisions, from
/// numbers that a reduction has brought to all of them.
class SixPhasesAgent final : public Agent {
 public:
  /// `calculation`: what one of its kind says.
  static std::vector<WordKind> kinds(const std::vector<TransferCalculation::Kind>& calculation,
                                     const std::vector<Resource>& resources);

  SixPhasesAgent(const SixPhasesSetting& setting, const TreePlace& place, Node node);

  void start(AgentPe& pe) override;
  void word(AgentPe& pe, Node from, const AgentWord& word) override;
  void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) override;
  void load_changed(AgentPe& pe) override;
  void timer(AgentPe& pe) override;
  SchemeStatistics statistics() const override;

 private:
  enum class State : std::uint8_t {
    working,
    measuring,
    calculating,
    selecting,
    agreeing,
    judging,
    dividing,
    merging
  };
  enum Kind : std::size_t {
    data,
    room,
    offer,
    wanted,
    want,
    coming,
    tie_at,
    moved,
    noted,
    parted,
    first_number
  };
  /// What a partner said of the tasks that it sends in a selection.
  struct Coming {
    Load tasks;
    double load;
  };
  using Loads = Resources::Loads;

  /// What who is to be given tasks says: bytes that it has room for, and how many tasks it offers
  /// for exchange.
  struct Room {
    std::int64_t bytes;
    std::int64_t offers;
  };
  struct Offer {
    TaskNumber task;
    std::int64_t bytes;
    double load;
  };
  struct Chosen {
    Node to;
    std::vector<const TaskCard*> tasks;
    bool was_offered = false;
    std::vector<TaskNumber> wants;  ///< tasks that are to come for them
  };

  // An iteration.
  void begin_iteration(AgentPe& pe);
  void allow(AgentPe& pe);
  void finish_work(AgentPe& pe);
  std::int64_t held_bytes() const;
  void measure(AgentPe& pe);
  void decide(AgentPe& pe);
  bool is_profitable(const TreeReduction::Pair& needs) const;

  // A balancing.
  void begin_balancing(AgentPe& pe);
  void calculate(AgentPe& pe);
  void begin_selection(AgentPe& pe);
  std::vector<const TaskCard*> movable() const;
  std::optional<Node> trader() const;
  bool is_told_by(Node partner);
  void trade(Chosen& chosen, double missing, std::int64_t room, std::vector<const TaskCard*>& cards,
             const std::vector<Offer>& offers);
  void hear_wanted(AgentPe& pe, Node from);
  void select(AgentPe& pe);
  std::vector<Chosen> choose();
  std::vector<const TaskCard*> select_for(Node partner, const Loads& amount, const Room& room,
                                          const std::vector<const TaskCard*>& cards) const;
  Selection select_one(Node partner, double amount, bool trades,
                       const std::vector<const TaskCard*>& cards) const;
  Selection select_several(const Loads& amount, const std::vector<const TaskCard*>& cards) const;
  void migrate(AgentPe& pe, const std::vector<Chosen>& chosen);
  void tell_ties(AgentPe& pe, const TaskCard& card, Node to);
  void hear_moved(AgentPe& pe, const AgentWord& word);
  void agree(AgentPe& pe);
  void end_selection(AgentPe& pe);
  void end_balancing(AgentPe& pe);

  // The tasks' granularity.
  void begin_judging(AgentPe& pe);
  void judge(AgentPe& pe);
  bool next_threshold();
  void begin_parting(AgentPe& pe, State what);
  std::int64_t divide(Parting::Out& news);
  std::int64_t merge(Parting::Out& news);
  void hear_parted(AgentPe& pe, Node from, const AgentWord& word);
  void agree_on_parting(AgentPe& pe);
  void end_parting(AgentPe& pe, double tasks);

  void hear_number(AgentPe& pe, Node from, const AgentWord& word);
  static void send(AgentPe& pe, const TransferCalculation::Messages& messages);
  static void number(TransferCalculation::Messages& messages);

  SixPhasesSetting setting_;
  Directory directory_;
  Parting parting_;
  bool is_root_;
  TreeReduction needs_;     ///< most bytes too many, longest balancing so far
  TreeReduction selected_;  ///< tasks moved
  Resources resources_;
  PersistentTasks* persistent_ = nullptr;
  std::optional<LoadMeasurement> load_;
  State state_ = State::working;

  // The iteration.
  std::int64_t iteration_ = 0;
  Load held_ = 0;                      ///< tasks that it works on
  Load created_ = 0;                   ///< as counted when it began
  Cycle worked_ = 0;                   ///< likewise
  bool allowed_ = false;               ///< the executor is at work
  std::map<Node, std::int64_t> talk_;  ///< bytes that its tasks tell those on other PEs
  std::size_t data_heard_ = 0;
  std::optional<TreeReduction::Pair> all_needs_;

  // The balancing.
  std::int64_t balancings_ = 0;
  Cycle began_ = 0;
  Cycle longest_ = 0;
  std::int64_t selection_ = 0;      ///< of this balancing
  std::int64_t selections_ = 0;     ///< in all, the same in all PEs
  double moved_by_all_ = 0;         ///< tasks, in this balancing
  Loads then_;                      ///< ΣU, max U and bytes too many, when it began
  std::optional<Loads> in_vain_;    ///< what they were when a balancing could not mend them
  double worst_before_ = 0;         ///< the last balancing
  std::map<Node, Loads> residual_;  ///< ΔL yet to be moved
  std::map<Node, Loads> given_;     ///< in this selection
  std::vector<Node> givers_;        ///< to this PE, in this selection
  bool has_selected_ = false;
  std::map<Node, std::deque<Room>> rooms_;  ///< as told, by selection
  std::map<Node, std::deque<Offer>> offers_;
  std::int64_t unpromised_ = 0;         ///< bytes of its memory that nobody was told to be free
  bool awaits_wants_ = false;           ///< of whom it offered tasks to
  std::optional<std::int64_t> wanted_;  ///< how many of them
  std::vector<TaskNumber> wants_;       ///< which
  std::map<Node, std::deque<Coming>> comings_;
  std::set<TaskNumber> arrived_;                ///< in this selection
  std::map<Node, std::int64_t> arrived_bytes_;  ///< likewise, by who sent them
  std::size_t ties_expected_ = 0;               ///< of those tasks: words that say where others are
  std::size_t ties_heard_ = 0;
  /// News for tasks that are not here yet: it came another way than they do.
  std::map<TaskNumber, std::vector<AgentWord>> early_;
  std::size_t acknowledgements_ = 0;  ///< that are yet to come
  Load moved_ = 0;                    ///< in this selection

  // Its tasks' granularity.
  std::int64_t partings_ = 0;  ///< in all, the same in all PEs
  std::int64_t parted_ = 0;    ///< tasks more or fewer, in this one
  /// News of the next one, which others have begun.
  std::deque<std::pair<Node, AgentWord>> early_news_;
  std::optional<FallingThreshold> threshold_;  ///< none yet in this balancing
  double divided_at_ = 0;   ///< max U of U_avg when tasks were last divided; 0: not yet
  double moved_since_ = 0;  ///< tasks, by all PEs

  // What it has counted.
  std::int64_t tasks_moved_ = 0;
  std::int64_t bytes_moved_ = 0;
  std::int64_t exchanged_ = 0;  ///< tasks that it took for others
  std::int64_t off_pe_bytes_ = 0;
  std::int64_t off_pe_first_ = 0;  ///< to be sent in the first iteration
  std::int64_t off_pe_last_ = 0;   ///< in the last that has begun
  std::int64_t forwarded_ = 0;
  /// Iterations in which a resource was the one that was used least evenly, by resource.
  std::vector<std::int64_t> limits_;
  std::int64_t tasks_made_ = 0;    ///< by division
  std::int64_t tasks_merged_ = 0;  ///< into others
  std::int64_t bytes_over_ = 0;    ///< its memory, most in an iteration
};

}  // namespace isobar
