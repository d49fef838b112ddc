// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "models/schemes/contract/agent.h"
#include "models/schemes/hetero/directory.h"
#include "models/workloads/task_card.h"

namespace isobar::six_phases {

/// Phase 5's news of where tasks are: the PE to which a task goes is told where those are that the
/// task talks to, and these are told where it is. News that comes before its task waits for it;
/// news that comes after its task has left follows it, and the task's holder acknowledges it.
class TaskPlaces {
 public:
  /// `directory` must outlive it.
  explicit TaskPlaces(Directory& directory) : directory_(directory) {}

  /// Tells all whom it concerns that a task of this PE is at `to` since selection `since`.
  void tell(AgentPe& pe, const TaskCard& card, Node to, std::int64_t since);
  /// A task has come, in selection `since`.
  void arrives(AgentPe& pe, const TaskCard& card, std::int64_t since);
  void hear_tie(const AgentWord& word);
  void hear_moved(AgentPe& pe, const AgentWord& word);
  void hear_noted() { --acknowledgements_; }

  /// Whether all that this PE has told is acknowledged.
  bool is_acknowledged() const { return acknowledgements_ == 0; }
  /// Whether it has heard where all are that the tasks talk to that have come.
  bool knows_ties() const { return ties_heard_ == ties_expected_; }
  /// Tasks that have come in this selection: they stay for this time.
  const std::set<TaskNumber>& arrived() const { return arrived_; }
  /// Forgets about ties at the end of this PE's selection, about arrivals at the end of all PEs'.
  void forget_ties() { ties_expected_ = ties_heard_ = 0; }
  void forget_arrivals() { arrived_.clear(); }
  /// News that it has sent after a task, so far.
  std::int64_t forwarded() const { return forwarded_; }

 private:
  Directory& directory_;
  std::set<TaskNumber> arrived_;
  std::size_t ties_expected_ = 0;
  std::size_t ties_heard_ = 0;
  /// News for tasks that are not here yet: it took another route than they do.
  std::map<TaskNumber, std::vector<AgentWord>> early_;
  std::size_t acknowledgements_ = 0;  ///< that are yet to come
  std::int64_t forwarded_ = 0;
};

}  // namespace isobar::six_phases
