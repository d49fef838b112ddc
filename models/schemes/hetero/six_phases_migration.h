// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "models/schemes/contract/agent.h"
#include "models/schemes/contract/persistent_tasks.h"
#include "models/schemes/hetero/directory.h"
#include "models/schemes/hetero/mailbox.h"
#include "models/schemes/hetero/resources.h"
#include "models/schemes/hetero/six_phases_places.h"
#include "models/schemes/hetero/six_phases_selection.h"
#include "models/schemes/hetero/six_phases_setting.h"

namespace isobar::six_phases {

/// Phases 4 and 5 of one PE: in each selection of a balancing, whoever is to be given tasks says
/// how much room it has, whoever gives selects tasks and sends them. What was too much or too
/// little is left for the next selection, which is the same in all PEs.
class Migration {
 public:
  /// All must outlive it.
  Migration(const SixPhasesSetting& setting, PersistentTasks& tasks, Directory& directory,
            Resources& resources)
      : setting_(setting),
        tasks_(tasks),
        directory_(directory),
        resources_(resources),
        selecting_(setting, directory, resources),
        places_(directory) {}

  /// A balancing begins: `transfers` is ΔL by partner (phase 3).
  void begin_balancing(std::map<Node, Resources::Loads> transfers);
  /// Tasks have been divided: selections of this balancing are counted anew.
  void begin_again() {
    count_ = 0;
    idle_ = 0;
  }
  /// Begins a selection. After this call and each of the next four the selection may be over.
  void begin(AgentPe& pe);
  /// A word of one of its kinds: `room` to `moved`, and `present`. Those of a selection that has
  /// not begun here are kept.
  void hear(AgentPe& pe, Node from, const AgentWord& word);
  /// One of its own words was acknowledged.
  void hear_noted() { places_.hear_noted(); }
  /// A task has come, the last in the queue.
  void task_arrives(AgentPe& pe, Node from);
  /// Tasks that it has sent, once a selection: when all that it sends and gets is where it belongs.
  std::optional<Load> ends();
  /// All PEs have ended the selection.
  void all_end() { places_.forget_arrivals(); }

  /// Whether a selection is under way in this PE.
  bool is_selecting() const { return is_open_; }
  /// Whether another selection may follow one in which all PEs have moved `tasks` and `opposed` of
  /// them still have opposed links. There the other end chooses next: only two in which none moves
  /// say that there is nothing more.
  bool may_repeat(double tasks, double opposed);
  /// Whether ΔL of a link still has parts that go opposite ways, on which its ends are to agree.
  bool has_opposed() const;
  /// Tasks that may go: those that have just come stay for this time, some for ever.
  Cards movable() const;
  /// Selections so far in all balancings, the same in all PEs.
  std::int64_t selections() const { return selections_; }

  // Counters of this PE.
  std::int64_t tasks_moved() const { return tasks_moved_; }
  std::int64_t bytes_moved() const { return bytes_moved_; }
  std::int64_t exchanged() const { return exchanged_; }  ///< tasks that it took for others
  std::int64_t forwarded() const { return places_.forwarded(); }

 private:
  using Loads = Resources::Loads;

  /// What whoever is to be given tasks says.
  struct Room {
    std::int64_t bytes;   ///< that it has room for
    std::int64_t offers;  ///< tasks that it offers for exchange
    MemoryTally present;  ///< what is in its memory
  };
  /// What a partner says of the tasks that it sends in a selection.
  struct Coming {
    Load tasks;
    double load;
  };
  struct Chosen {
    Node to;
    Cards tasks;
    bool was_offered = false;
    std::vector<TaskNumber> wants;  ///< tasks that are to come for them
  };

  void announce_room(AgentPe& pe);
  void announce_present(AgentPe& pe, const MemoryTally& memory);
  bool may_be_exchanged(const TaskCard& card) const;
  Cards tradable(Cards cards) const;
  std::optional<Node> trader() const;
  std::optional<Node> chooser(Node self) const;
  bool has_announced(Node partner);
  void select(AgentPe& pe);
  std::vector<Chosen> choose();
  std::vector<Offer> take_offers(Node partner, std::int64_t count);
  void hear_wanted(AgentPe& pe, Node from);
  void send(AgentPe& pe, const std::vector<Chosen>& chosen);
  void settle();

  const SixPhasesSetting& setting_;
  PersistentTasks& tasks_;
  Directory& directory_;
  Resources& resources_;
  TaskSelection selecting_;
  TaskPlaces places_;

  std::int64_t count_ = 0;       ///< selections of this balancing
  std::int64_t idle_ = 0;        ///< the last of them, in which no task moved
  std::int64_t selections_ = 0;  ///< in all balancings
  bool is_open_ = false;         ///< a selection has begun here and is not over
  bool has_selected_ = false;
  Load moved_ = 0;                              ///< in this selection
  std::map<Node, Loads> residual_;              ///< ΔL yet to be moved
  std::map<Node, Loads> given_;                 ///< in this selection
  std::map<Node, MemoryTally> given_memory_;    ///< in this selection, by whom it was given to
  std::map<Node, MemoryTally> arrived_memory_;  ///< in this selection, by who sent it
  std::vector<Node> givers_;                    ///< to this PE, in this selection

  // What partners have said, by selection.
  std::map<Node, std::deque<Room>> rooms_;
  std::map<Node, std::deque<Offer>> offers_;  ///< the loads of each in as many parts as were heard
  Mailbox<Coming> comings_;
  /// What is in a partner's memory, as far as it has been heard.
  struct Present {
    std::set<std::uint64_t> blocks;
    std::int64_t working = 0;
  };
  std::map<Node, Present> present_;

  // Exchange.
  std::int64_t unpromised_ = 0;         ///< bytes of its memory that nobody was told to be free
  std::int64_t promised_ = 0;           ///< bytes of its memory that each giver was told to be free
  std::optional<Node> offers_to_;       ///< in this selection
  bool awaits_wants_ = false;           ///< from the partner to whom it offered tasks
  std::optional<std::int64_t> wanted_;  ///< how many of them
  std::vector<TaskNumber> wants_;       ///< which

  std::int64_t tasks_moved_ = 0;
  std::int64_t bytes_moved_ = 0;
  std::int64_t exchanged_ = 0;
};

}  // namespace isobar::six_phases
