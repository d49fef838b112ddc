// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/schemes/hetero/directory.h"
#include "models/schemes/hetero/resources.h"
#include "models/schemes/hetero/six_phases_setting.h"
#include "models/workloads/task_card.h"

namespace isobar::six_phases {

using Cards = std::vector<const TaskCard*>;

/// A task that a partner offers for exchange.
struct Offer {
  TaskNumber task;
  std::int64_t bytes;
  double load;
};

/// Tasks that go for tasks of a partner's, in the same order.
struct Trade {
  Cards given;
  std::vector<TaskNumber> wanted;
};

std::int64_t bytes_of(const Cards& cards);

/// Phase 4: which of a PE's tasks go to a partner, by what it knows of them. It sends nothing.
class TaskSelection {
 public:
  /// All must outlive it.
  TaskSelection(const SixPhasesSetting& setting, const Directory& directory,
                const Resources& resources)
      : setting_(setting), directory_(directory), resources_(resources) {}

  /// Tasks of `cards` for ΔL = `amount`, no more bytes than `room`. `trades`: what is missing then
  /// is made up for by `trade`, so that no task more than ΔL is chosen.
  Cards choose(Node partner, const Resources::Loads& amount, std::int64_t room, bool trades,
               const Cards& cards) const;
  /// Tasks of `cards`, which are taken out of it, for tasks of `offers`, to give `missing` load
  /// more than comes back. Never more bytes than either PE has room for: `room` at the partner,
  /// `own_room` here, which is changed by what then goes and comes.
  Trade trade(double missing, std::int64_t room, std::int64_t& own_room, Cards& cards,
              const std::vector<Offer>& offers) const;

 private:
  Selection choose_one(Node partner, double amount, bool trades, const Cards& cards) const;
  Selection choose_several(const Resources::Loads& amount, const Cards& cards) const;

  const SixPhasesSetting& setting_;
  const Directory& directory_;
  const Resources& resources_;
};

}  // namespace isobar::six_phases
