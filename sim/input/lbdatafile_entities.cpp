// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lbdatafile_entities.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "sim/input/input_file.h"

namespace isobar {
namespace {

/// vt lists an object that is none, of number 0, in phase 0 of every rank.
bool is_none(const LbDatafile::PersistentTask& task) {
  return !task.entity.home && task.entity.number == 0 && !task.migratable;
}

/// By what it is known: a rank's none is another than that of the next.
LbDatafile::Entity key_of(const LbDatafile::PersistentTask& task, std::size_t rank) {
  if (!is_none(task)) return task.entity;
  return {0, std::numeric_limits<std::uint64_t>::max() - rank};
}

}  // namespace

std::string LbEntities::said(const LbDatafile::Entity& entity) {
  return entity.home ? fmt::format("seq_id {} with home {}", entity.number, *entity.home)
                     : fmt::format("id {}", entity.number);
}

LbEntities::LbEntities(const LbSet& set, Node pes) {
  const auto pe_of = pes_of_ranks(set.ranks.size(), pes);
  std::vector<std::size_t> last_rank;
  for (std::size_t turn = 0; turn < set.turns.size(); ++turn) {
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
      const auto& phase = set.ranks[rank].phase(turn);
      for (std::size_t i = 0; i < phase.persistent_tasks.size(); ++i) {
        const auto& task = phase.persistent_tasks[i];
        const auto [known, is_new] = places_.emplace(key_of(task, rank), all_.size());
        if (is_new) {
          all_.push_back({rank, pe_of[rank], &task, {}});
          all_.back().times.resize(set.turns.size());
          last_rank.push_back(rank);
        }
        auto& time = all_[known->second].times[turn];
        if (time) {
          fail_at(set.ranks[rank].file,
                  fmt::format("phases[{}].tasks[{}].entity is {}, as another task's is",
                              phase.place, i, said(task.entity)));
        }
        time = phase.times[i].time;
        if (std::exchange(last_rank[known->second], rank) != rank) ++moved_;
      }
    }
  }
  // Tasks are numbered by PE.
  std::vector<std::size_t> order(all_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return all_[a].pe < all_[b].pe; });
  std::vector<LbEntity> sorted;
  std::vector<std::size_t> now(all_.size());
  for (const auto place : order) {
    now[place] = sorted.size();
    sorted.push_back(std::move(all_[place]));
  }
  all_ = std::move(sorted);
  for (auto& [entity, place] : places_) place = now[place];
}

std::optional<std::size_t> LbEntities::find(const LbDatafile::Entity& entity) const {
  const auto found = places_.find(entity);
  if (found == places_.end()) return std::nullopt;
  return found->second;
}

}  // namespace isobar
