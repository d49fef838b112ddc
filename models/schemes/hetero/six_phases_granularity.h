// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "models/schemes/contract/agent.h"
#include "models/schemes/contract/persistent_tasks.h"
#include "models/schemes/hetero/directory.h"
#include "models/schemes/hetero/granularity.h"
#include "models/schemes/hetero/parting.h"
#include "models/schemes/hetero/resources.h"
#include "models/schemes/hetero/six_phases_selection.h"
#include "models/schemes/hetero/six_phases_setting.h"

namespace isobar::six_phases {

/// Phase 6 of one PE: in a round all PEs divide tasks where a selection needs smaller ones, or
/// merge tasks, and tell those that talk to them. No task moves meanwhile.
class Granularity {
 public:
  enum class Round : std::uint8_t { divide, merge };

  /// All must outlive it.
  Granularity(const SixPhasesSetting& setting, PersistentTasks& tasks, Directory& directory,
              const Resources& resources, Node self)
      : setting_(setting),
        tasks_(tasks),
        directory_(directory),
        resources_(resources),
        parting_(self) {}

  bool divides() const { return setting_.granularity.least > 0; }
  bool merges() const { return setting_.granularity.merge > 0; }

  /// The most that one of these tasks, if it can be divided, uses one of several executors.
  double longest(const Cards& movable) const;
  void begin_balancing();
  /// Tasks that all PEs have moved in a selection.
  void count_moved(double tasks) { moved_since_ += tasks; }
  /// Whether smaller tasks might help, as all PEs know the balance; the threshold is then lower.
  bool lower_threshold();
  /// Lowers the threshold where nothing could be divided; false: there is nothing lower.
  bool lower_again() { return threshold_->fall(); }

  /// Begins a round with the tasks that may go, after `selections` selections in all. After this
  /// call and each hear_noted() this PE's part of the round may be over.
  void begin(AgentPe& pe, Round round, const Cards& movable, std::int64_t selections);
  /// A word of kind `parted`. That of a round that has not begun here is kept.
  void hear(AgentPe& pe, Node from, const AgentWord& word);
  void hear_noted() { --acknowledgements_; }
  /// Tasks more or fewer that this PE has, when all whom its tasks talk to know what has become of
  /// them.
  std::optional<std::int64_t> ends() const;
  /// All PEs have ended the round.
  void all_end() { is_open_ = false; }

  // Counters of this PE.
  std::int64_t tasks_made() const { return tasks_made_; }      ///< by division
  std::int64_t tasks_merged() const { return tasks_merged_; }  ///< into others

 private:
  std::int64_t divide(const Cards& cards, Parting::Out& news);
  std::int64_t merge(const Cards& movable, Parting::Out& news);

  const SixPhasesSetting& setting_;
  PersistentTasks& tasks_;
  Directory& directory_;
  const Resources& resources_;
  Parting parting_;

  bool is_open_ = false;              ///< a round has begun here, and is not over everywhere
  std::int64_t rounds_ = 0;           ///< in all, the same in all PEs
  std::int64_t parted_ = 0;           ///< tasks more or fewer, in this round
  std::size_t acknowledgements_ = 0;  ///< that are yet to come
  /// News of the next round, which others have begun.
  std::deque<std::pair<Node, AgentWord>> early_news_;

  std::optional<FallingThreshold> threshold_;  ///< none yet in this balancing
  double divided_at_ = 0;   ///< max U of U_avg when tasks were last divided; 0: not yet
  double moved_since_ = 0;  ///< tasks, by all PEs

  std::int64_t tasks_made_ = 0;
  std::int64_t tasks_merged_ = 0;
};

}  // namespace isobar::six_phases
