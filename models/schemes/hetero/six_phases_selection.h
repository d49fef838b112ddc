// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/schemes/contract/persistent_tasks.h"
#include "models/schemes/hetero/directory.h"
#include "models/schemes/hetero/resources.h"
#include "models/schemes/hetero/six_phases_setting.h"
#include "models/schemes/hetero/vector_selection.h"
#include "models/workloads/memory_tally.h"
#include "models/workloads/task_card.h"

namespace isobar::six_phases {

using Cards = std::vector<const TaskCard*>;

/// A task that a partner offers for exchange.
struct Offer {
  TaskNumber task;
  std::int64_t bytes;
  Resources::Loads loads;
};

/// Tasks that go for tasks of a partner's, in the same order.
struct Trade {
  Cards given;
  std::vector<TaskNumber> wanted;
};

/// What tasks take of a PE's memory.
MemoryTally tally(const Cards& cards);
/// Bytes of a PE's memory that its tasks take, and the PE besides.
std::int64_t memory_taken(const PersistentTasks& tasks);

/// Where tasks would go: how many bytes it has room for, and what is in its memory.
struct Destination {
  std::int64_t room = 0;
  MemoryTally memory{};

  bool fits(const TaskCard& card) const { return memory.more_with(card) <= room; }
  void take(const TaskCard& card) {
    room -= memory.more_with(card);
    memory.add(card);
  }
};

/// Phase 4: which of a PE's tasks go to a partner, by what it knows of them. It sends nothing.
class TaskSelection {
 public:
  /// All must outlive it.
  TaskSelection(const SixPhasesSetting& setting, const Directory& directory,
                const Resources& resources)
      : setting_(setting), directory_(directory), resources_(resources) {}

  /// Tasks of `cards` for ΔL = `amount`, which `there` then has taken: no more than it has room
  /// for. `trades`: what is missing then is made up for by `trade`, so that no task more than ΔL is
  /// chosen.
  Cards choose(Node partner, const Resources::Loads& amount, Destination& there, bool trades,
               const Cards& cards) const;
  /// Tasks of `cards`, which are taken out of it, for tasks of `offers`, to give `missing` load
  /// more than comes back. Never more bytes than either PE has room for: `room` at the partner,
  /// `own_room` here, which is changed by what then goes and comes.
  Trade trade(double missing, std::int64_t room, std::int64_t& own_room, Cards& cards,
              const std::vector<Offer>& offers) const;
  /// Tasks of `cards` and of `offers` for the vector ΔL = `amount` (vector_selection.h), with room
  /// for so many bytes more at the partner and here.
  Trade agree(Node partner, const Resources::Loads& amount, std::int64_t room,
              std::int64_t own_room, const Cards& cards, const std::vector<Offer>& offers) const;

 private:
  Selection choose_one(Node partner, std::size_t resource, double amount, bool trades,
                       const Cards& cards) const;
  Selection choose_several(const Resources::Loads& amount, const Cards& cards) const;
  Selection choose_vector(Node partner, const Resources::Loads& amount, const Cards& cards) const;
  VectorTask vector(const Resources::Loads& loads) const;
  std::vector<VectorTask> vectors(const Cards& cards) const;

  const SixPhasesSetting& setting_;
  const Directory& directory_;
  const Resources& resources_;
};

}  // namespace isobar::six_phases
